import type { ListSetting, SettingDefinition, SettingValue } from '../../licensees/settings/definition.ts'
import type { SettingSource, SettingState } from '../../licensees/settings/settings-store.ts'
import { clockText, dateText, dayOf, timeText } from '../../protocol/time-words.ts'

const longest = 80

/** Returns a value as text; for a secret, only whether it is set. */
export function valueInWords(definition: SettingDefinition, value: SettingValue): string {
  switch (definition.type) {
    case 'boolean':
      return value ? 'On' : 'Off'
    case 'list':
      return labelsOf(definition.options, value) || 'None'
    case 'choice':
      return definition.options.find((option) => option.value === value)?.label ?? String(value)
    case 'text':
      if (definition.secret) return value === '' ? 'Not set' : 'Set'
      return shortened(String(value)) || 'Empty'
    case 'number':
    case 'colour':
      return String(value)
  }
}

function labelsOf(options: readonly { value: number; label: string }[], value: SettingValue): string {
  const chosen = numbersIn(value)
  return options
    .filter((option) => chosen.includes(option.value))
    .map(({ label }) => label)
    .join(', ')
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}

const sources: Record<SettingSource, string> = {
  portal: 'An admin',
  practice: 'Your record system',
  default: 'The default',
}

export function sourceInWords(source: SettingSource): string {
  return sources[source]
}

/** Returns an instant in the practice's zone: `11/23/2026, 2:05 PM Eastern Time`. */
export function momentInWords(at: Date, zone: string): string {
  return `${dateText(dayOf(at, zone))}, ${timeText(at, zone)}`
}

/** The same without its zone, which is that of the person who reads it: `11/23/2026 2:05 PM`. */
export function dayAndTime(at: Date, zone: string): string {
  return `${dateText(dayOf(at, zone))} ${clockText(at, zone)}`
}

/** Returns what holds after a change. */
export function resultInWords(definition: SettingDefinition, state: SettingState): string {
  if (definition.type === 'boolean') return state.value === true ? definition.onText : definition.offText
  if (definition.type === 'list') return listResult(definition, state)
  if (definition.type === 'text' && definition.secret && state.value === '') return 'Removed.'
  return state.source === 'portal' ? 'Saved.' : 'Reset.'
}

/** Returns which value holds without a change in the portal. */
export function inheritedInWords({ inherited }: Pick<SettingState, 'inherited'>): string {
  return inherited.source === 'practice' ? 'Uses the value of your record system.' : 'Uses the default.'
}

/** Names the one option that was switched, if it was one. */
function listResult({ options }: ListSetting, { value, previous, inherited }: SettingState): string {
  const [now, before] = [numbersIn(value), numbersIn(previous ?? inherited.value)]
  const switched = options.filter((option) => now.includes(option.value) !== before.includes(option.value))
  const [one] = switched
  if (!one || switched.length > 1) return 'Saved.'
  return `“${one.label}” is ${now.includes(one.value) ? 'on' : 'off'} for patients.`
}

export function numbersIn(value: SettingValue): number[] {
  return Array.isArray(value) ? value : []
}
