import type { Licensee } from '../licensee.ts'
import type { TextRuleName } from './text-rules.ts'

/** The values of settings; a list contains the numbers of its options. */
export type SettingValue = boolean | number | string | number[]

interface About {
  title: string
  /** Explains the setting to the person who changes it. */
  help: string
  /** Names the screens and rules that it affects. */
  shapes: string
  /** Nothing in this version reads it; admins are told so. A guard compares this with the source. */
  unread?: true
  /**
   * Concerns security, payments or accounts: who may change it. They prove again who they are before; what only owners
   * may change is told to all of them by e-mail.
   */
  sensitive?: 'settings staff' | 'owners'
  /** The heading under which administrators find it. */
  group: string
  /** Without a value of the portal, the practice's own value is read from its record server (specification 1 §6). */
  fromPractice?: boolean
}

interface BooleanSetting extends About {
  type: 'boolean'
  default: boolean
  /** A sentence that says what holds while it is on. */
  onText: string
  /** A sentence that says what holds while it is off. */
  offText: string
}
export interface TextSetting extends About {
  type: 'text'
  default: string
  maxLength: number
  lines?: boolean
  /** The value is never sent to a browser. */
  secret?: boolean
  /** The required format of a text that is changed here. */
  rule?: TextRuleName
  /** The only texts that a practice may have besides the empty one, in lower case. */
  among?: (practice: Pick<Licensee, 'hosts'>) => readonly string[]
  /** Must not be empty. */
  required?: boolean
}
interface NumberSetting extends About {
  type: 'number'
  default: number
  /** Integers from `min` to `max`. */
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
  /** The minimum contrast against white (WCAG 2.2, 1.4.3 and 1.4.11). */
  contrast: number
}

export type SettingDefinition =
  | BooleanSetting
  | TextSetting
  | NumberSetting
  | ChoiceSetting
  | ListSetting
  | ColourSetting

/** A setting by which code reads it. Its name is the one in the specification, the database and the record server. */
export type Setting = SettingDefinition & { readonly name: string }

/**
 * Defines settings by their names: `settings({ Portal_Passkeys: { type: 'boolean', … } })`. The feature that owns them
 * lists them; code reads them as `setting(passkeySettings.Portal_Passkeys)`.
 */
export function settings<const D extends Record<string, SettingDefinition>>(
  definitions: D,
): { [N in keyof D]: D[N] & { readonly name: N } } {
  const named = Object.entries(definitions).map(([name, definition]) => [name, { ...definition, name }])
  return Object.fromEntries(named) as { [N in keyof D]: D[N] & { readonly name: N } } // made of the same entries
}

export type ValueOf<D extends SettingDefinition> = D extends BooleanSetting
  ? boolean
  : D extends NumberSetting
    ? number
    : D extends ListSetting
      ? number[]
      : string
