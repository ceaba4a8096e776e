import Type, { type TObject, type TSchema } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { FormField } from '../../protocol/form-fields.ts'
import { visibleSign } from '../../../schemas/visible-text.ts'
import type { Setting, SettingDefinition, TextSetting } from '../../licensees/settings/definition.ts'
import { textRules } from '../../licensees/settings/text-rules.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { emptyValue } from './admin.rules.ts'

const forms = new WeakMap<Setting, TObject>()

/** Returns the form of a setting: one field `value`, narrower than the input of the action. */
export function settingForm(setting: Setting): TObject {
  const form = forms.get(setting) ?? formSchema(setting)
  forms.set(setting, form)
  return form
}

function formSchema(definition: SettingDefinition): TObject {
  const value = valueSchema(definition)
  return closed({ value: emptyValue(definition) === undefined ? value : Type.Optional(value) })
}

function valueSchema(definition: SettingDefinition): TSchema {
  switch (definition.type) {
    case 'boolean':
      return Type.Boolean()
    case 'number':
      return Type.Integer({ minimum: definition.min, maximum: definition.max })
    case 'text':
      return textSchema(definition)
    case 'choice':
      return Type.Unsafe<string>({ type: 'string', enum: definition.options.map(({ value }) => value) })
    case 'list':
      return Type.Array(Type.Unsafe<number>({ type: 'integer', enum: definition.options.map(({ value }) => value) }), {
        uniqueItems: true,
      })
    case 'colour':
      return Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
  }
}

function textSchema({ maxLength, required, secret, rule }: TextSetting): TSchema {
  return Type.String({
    maxLength,
    ...(required || secret ? { minLength: 1 } : {}),
    ...(required || secret ? { pattern: visibleSign } : {}),
    ...(rule ? { pattern: textRules[rule].pattern } : {}),
  })
}

/** Returns the error codes of an invalid value. */
export function settingCodes(definition: SettingDefinition): NonNullable<ActionDefinition['codes']> {
  if (definition.type === 'colour') return { '/value': { pattern: 'setting.colour' } }
  if (definition.type !== 'text') return {}
  return {
    '/value': {
      ...(definition.rule ? { pattern: textRules[definition.rule].code } : {}),
      ...(definition.secret ? { required: 'setting.secret' } : {}),
    },
  }
}

export function settingField(definition: SettingDefinition): FormField {
  return { name: 'value', label: definition.title, ...helpFor(definition), ...widgetFor(definition) }
}

/** Returns the help that the lead text of the screen does not contain. */
function helpFor(definition: SettingDefinition): Pick<FormField, 'help'> {
  if (definition.type === 'number') return { help: `From ${definition.min} to ${definition.max}.` }
  if (definition.type === 'colour')
    return { help: `# and six digits. Contrast on white: at least ${definition.contrast} to 1.` }
  return definition.type === 'text' && definition.secret ? { help: 'Enter a new one to replace it.' } : {}
}

function widgetFor(definition: SettingDefinition): Pick<FormField, 'widget' | 'optionLabels' | 'autocomplete'> {
  switch (definition.type) {
    case 'boolean':
      return { widget: 'switch' }
    case 'number':
      return { widget: 'number' }
    case 'text':
      if (definition.secret) return { widget: 'password', autocomplete: 'off' }
      return { widget: definition.lines ? 'multiline' : 'text', autocomplete: 'off' }
    case 'choice':
      return { widget: 'radio', optionLabels: definition.options.map(({ label }) => label) }
    case 'list':
      return { widget: 'checkboxes', optionLabels: definition.options.map(({ label }) => label) }
    case 'colour':
      return { widget: 'colour' }
  }
}
