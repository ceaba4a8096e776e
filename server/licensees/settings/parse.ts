import { controlCharacters } from '../../../schemas/visible-text.ts'
import type { Licensee } from '../licensee.ts'
import { readableShade } from './contrast.ts'
import type { ColourSetting, ListSetting, SettingDefinition, SettingValue } from './definition.ts'

/** Parses the text in which a record server keeps a setting; undefined if it does not fit the definition. */
export function parseSetting(definition: SettingDefinition, text: string): SettingValue | undefined {
  const parsed = parse(definition, text.trim())
  return parsed !== undefined && fits(definition, parsed) ? parsed : undefined
}

function parse(definition: SettingDefinition, text: string): SettingValue | undefined {
  switch (definition.type) {
    case 'boolean':
      return /^(1|true|yes)$/i.test(text) // any other text means off (specification 1 §6; specification 2 §4.4)
    case 'number':
      return text === '' ? undefined : Number(text)
    case 'list':
      return parseList(definition, text)
    case 'colour':
      return parseColour(definition, text)
    case 'text':
      return definition.lines ? text : text.replace(new RegExp(`[${controlCharacters}]+`, 'gu'), ' ')
    case 'choice':
      return text
  }
}

/** Parses a list of numbers. Numbers without an option belong to another product and are left out. */
function parseList({ options }: ListSetting, text: string): number[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (!parts.every((part) => /^\d+$/.test(part))) return undefined
  const named = new Set(parts.map(Number))
  return options.map(({ value }) => value).filter((value) => named.has(value))
}

/** Replaces a color that is unreadable on white by the nearest readable shade (look.md). */
function parseColour({ contrast }: ColourSetting, text: string): string | undefined {
  return isColour(text) ? readableShade(text, contrast) : undefined
}

function isColour(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value)
}

/** Such a text gets into names, subjects of emails and titles, where a line break begins something else. */
export const isOneLine = (text: string): boolean => !new RegExp(`[${controlCharacters}]`, 'u').test(text)

/** Whether a value is valid for a setting, apart from the rules that hold only for values changed here. */
export function fits(definition: SettingDefinition, value: unknown): value is SettingValue {
  switch (definition.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isInteger(value) && value >= definition.min && value <= definition.max
    case 'text':
      return (
        typeof value === 'string' &&
        value.length <= definition.maxLength &&
        !(definition.required && value === '') &&
        (definition.lines === true || isOneLine(value))
      )
    case 'choice':
      return definition.options.some((option) => option.value === value)
    case 'list':
      return (
        Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((each) => definition.options.some((option) => option.value === each))
      )
    case 'colour':
      return isColour(value)
  }
}

/** Whether a text is one of those that a practice may have. */
export function isAmong(definition: SettingDefinition, value: unknown, practice: Pick<Licensee, 'hosts'>): boolean {
  if (definition.type !== 'text' || !definition.among || value === '') return true
  return typeof value === 'string' && definition.among(practice).includes(value.toLowerCase())
}
