import { contrastOf, readableShade } from '../../licensees/settings/contrast.ts'
import type { Ground } from '../../licensees/settings/theme-colours.ts'
import type { SettingDefinition, SettingValue } from '../../licensees/settings/definition.ts'

export interface ContrastProblem {
  /** On what it is hard to read: `white`. */
  ground: string
  ratio: string
  least: number
  proposal: string
}

/** Returns why a color has too little contrast, with the nearest shade that has enough (look.md, Colour). */
export function contrastProblem(
  definition: SettingDefinition,
  value: SettingValue,
  grounds: readonly Ground[] = [{ name: 'white', colour: '#ffffff' }],
): ContrastProblem | undefined {
  if (definition.type !== 'colour' || typeof value !== 'string') return undefined
  const { contrast: least } = definition
  const failing = grounds.find(({ colour }) => contrastOf(value, colour) < least)
  if (!failing) return undefined
  return {
    ground: failing.name,
    ratio: ratioText(contrastOf(value, failing.colour)),
    least,
    proposal: readableShade(
      value,
      least,
      grounds.map(({ colour }) => colour),
    ),
  }
}

/** Cut off, not rounded: 4.499 must not be shown as 4.5, the minimum that it misses. */
export function ratioText(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

/** Returns the value of an emptied field, because the form omits it. */
export function emptyValue(definition: SettingDefinition): SettingValue | undefined {
  if (definition.type === 'list') return []
  return definition.type === 'text' && !definition.required && !definition.secret ? '' : undefined
}
