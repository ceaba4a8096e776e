import type { SettingDefinition, SettingValue } from '../../licensees/settings/definition.ts'
import type { SettingSource } from '../../licensees/settings/settings-book.ts'
import { dateText, dayOf, timeText } from '../../protocol/time-words.ts'

const longest = 80

/** A value as a person reads it; of a secret only whether there is one. */
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
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return options
    .filter((option) => chosen.includes(option.value))
    .map(({ label }) => label)
    .join(', ')
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}

const services: Record<SettingSource, string> = {
  portal: 'Changed here',
  practice: 'From the practice',
  default: 'Default',
}

export function sourceInWords(source: SettingSource): string {
  return services[source]
}

/** An instant on the clock of the practice: `11/23/2026, 2:05 PM Eastern Time`. */
export function momentInWords(at: Date, zone: string): string {
  return `${dateText(dayOf(at, zone))}, ${timeText(at, zone)}`
}
