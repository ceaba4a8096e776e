import { contrastOnWhite, readableShade } from '../../licensees/settings/contrast.ts'
import type { SettingDefinition, SettingValue } from '../../licensees/settings/definition.ts'

export interface ContrastProblem {
  /** Truncated, not rounded: 4.499 must not be shown as 4.5, the minimum that it misses. */
  ratio: string
  least: number
  proposal: string
}

/** Returns why a color has too little contrast on white, with the nearest shade that has enough (look.md, Colour). */
export function contrastProblem(definition: SettingDefinition, value: SettingValue): ContrastProblem | undefined {
  if (definition.type !== 'colour' || typeof value !== 'string') return undefined
  const ratio = contrastOnWhite(value)
  if (ratio >= definition.contrast) return undefined
  return {
    ratio: (Math.floor(ratio * 100) / 100).toFixed(2),
    least: definition.contrast,
    proposal: readableShade(value, definition.contrast),
  }
}

/** Returns the value of an emptied field, because the form omits it. */
export function emptyValue(definition: SettingDefinition): SettingValue | undefined {
  if (definition.type === 'list') return []
  return definition.type === 'text' && !definition.required && !definition.secret ? '' : undefined
}
