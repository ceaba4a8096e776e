import type { TextRuleName } from './text-rules.ts'

/** What a setting may hold; lists are of the numbers of its options. */
export type SettingValue = boolean | number | string | number[]

export type SettingGroup =
  | 'Look'
  | 'Practice'
  | 'Features'
  | 'Access'
  | 'Appointments'
  | 'Arrival and uploads'
  | 'Billing'
  | 'Messages and records'

interface About {
  title: string
  /** What it does, for the person who changes it. */
  help: string
  /** The screens and rules that it shapes, in words. */
  shapes: string
  group: SettingGroup
  /** The practice's own value is read from its record server where the portal has none (specification 1 §6). */
  fromPractice?: boolean
}

interface BooleanSetting extends About {
  type: 'boolean'
  default: boolean
}
export interface TextSetting extends About {
  type: 'text'
  default: string
  maxLength: number
  lines?: boolean
  /** Its value is never sent to a browser. */
  secret?: boolean
  /** The form that the text must have when it is changed here. */
  rule?: TextRuleName
  /** May not be left empty. */
  required?: boolean
}
interface NumberSetting extends About {
  type: 'number'
  default: number
  /** Whole numbers from `min` to `max`. */
  min: number
  max: number
}
interface ChoiceSetting extends About {
  type: 'choice'
  default: string
  options: readonly { value: string; label: string }[]
}
export interface ListSetting extends About {
  type: 'list'
  default: number[]
  options: readonly { value: number; label: string }[]
}
export interface ColourSetting extends About {
  type: 'colour'
  default: string
  /** The least contrast against white that it must have (WCAG 2.2, 1.4.3 and 1.4.11). */
  contrast: number
}

export type SettingDefinition =
  | BooleanSetting
  | TextSetting
  | NumberSetting
  | ChoiceSetting
  | ListSetting
  | ColourSetting

/** Keeps the literal type of one definition while checking its shape. */
export function define<const D extends SettingDefinition>(definition: D): D {
  return definition
}

export type ValueOf<D extends SettingDefinition> = D extends BooleanSetting
  ? boolean
  : D extends NumberSetting
    ? number
    : D extends ListSetting
      ? number[]
      : string
