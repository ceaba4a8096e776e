import { contrastOnWhite, readableShade } from '../../licensees/settings/contrast.ts'
import type { SettingDefinition, SettingValue } from '../../licensees/settings/definition.ts'

export interface ContrastProblem {
  /** Cut, not rounded: 4.499 must not read as the 4.5 that it lacks. */
  ratio: string
  least: number
  proposal: string
}

/** Why a colour cannot be read on white, with the nearest shade that can (look.md, Colour). */
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

/** What an emptied field stands for: a form leaves it out. */
export function emptyValue(definition: SettingDefinition): SettingValue | undefined {
  if (definition.type === 'list') return []
  return definition.type === 'text' && !definition.required && !definition.secret ? '' : undefined
}
