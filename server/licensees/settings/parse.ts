import type { SettingDefinition, SettingValue } from './definition.ts'

/** Reads the text in which a record server keeps a setting; undefined when it does not fit the definition. */
export function parseSetting(definition: SettingDefinition, text: string): SettingValue | undefined {
  const parsed = parsers[definition.type](text.trim())
  return parsed !== undefined && fits(definition, parsed) ? parsed : undefined
}

const parsers: Record<SettingDefinition['type'], (text: string) => SettingValue | undefined> = {
  boolean: (text) => (/^(1|true|yes)$/i.test(text) ? true : /^(0|false|no|)$/i.test(text) ? false : undefined),
  number: (text) => (text === '' ? undefined : Number(text)),
  list: (text) => (text === '' ? [] : text.split(',').map(Number)),
  text: (text) => text,
  choice: (text) => text,
  colour: (text) => text,
}

/** Whether a value may stand in a setting, apart from rules that need more than its definition. */
export function fits(definition: SettingDefinition, value: unknown): value is SettingValue {
  switch (definition.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= definition.min && value <= definition.max
    case 'text':
      return typeof value === 'string' && value.length <= definition.maxLength && new RegExp(definition.pattern ?? '', 'u').test(value)
    case 'choice':
      return definition.options.some((option) => option.value === value)
    case 'list':
      return Array.isArray(value) && value.every((each) => definition.options.some((option) => option.value === each))
    case 'colour':
      return typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value)
  }
}
