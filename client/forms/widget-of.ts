import type { ComponentType } from 'react'
import type { Field, Widget } from '../../schemas/blocks/form.ts'
import type { ControlProps } from './control-props.ts'
import { CheckboxWidget } from './widgets/checkbox-widget.tsx'
import { CheckboxesWidget } from './widgets/checkboxes-widget.tsx'
import { CodeWidget } from './widgets/code-widget.tsx'
import { ColourWidget } from './widgets/colour-widget.tsx'
import { DateWidget } from './widgets/date-widget.tsx'
import { FilesWidget } from './widgets/files-widget.tsx'
import { MultilineWidget } from './widgets/multiline-widget.tsx'
import { NumberWidget } from './widgets/number-widget.tsx'
import { PasswordWidget } from './widgets/password-widget.tsx'
import { RadioWidget } from './widgets/radio-widget.tsx'
import { SelectWidget } from './widgets/select-widget.tsx'
import { SwitchWidget } from './widgets/switch-widget.tsx'
import { EmailWidget, PhoneWidget, TextWidget } from './widgets/text-widget.tsx'

export const widgets = {
  text: TextWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  code: CodeWidget,
  multiline: MultilineWidget,
  password: PasswordWidget,
  number: NumberWidget,
  date: DateWidget,
  checkbox: CheckboxWidget,
  switch: SwitchWidget,
  select: SelectWidget,
  radio: RadioWidget,
  checkboxes: CheckboxesWidget,
  colour: ColourWidget,
  files: FilesWidget,
} satisfies { [W in Widget]: ComponentType<ControlProps> }

const mostRadios = 5

/** Returns the widget that the field names, or the default for its schema; also for a widget of a newer server. */
export function widgetOf(field: Field, schema: Record<string, unknown>, choices: number): Widget {
  if (field.widget && Object.hasOwn(widgets, field.widget)) return field.widget
  if (schema.type === 'boolean') return 'checkbox'
  if (schema.type === 'array') return 'checkboxes'
  if (choices > 0) return choices > mostRadios ? 'select' : 'radio'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  return schema.format === 'date' ? 'date' : 'text'
}
