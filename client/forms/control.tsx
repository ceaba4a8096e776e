import type { FieldProps } from '@rjsf/utils'
import { useContext, type ReactNode } from 'react'
import type { Field, Widget } from '../../schemas/blocks/form.ts'
import { useWords } from '../model/use-words.ts'
import { Boundary } from '../render/boundary.tsx'
import { ActLink } from '../render/to.tsx'
import { choicesOf } from './choices.ts'
import type { ControlProps } from './control-props.ts'
import { FieldCount } from './field-count.tsx'
import { describedBy, FieldError, FieldNotes, MendedError } from './field-notes.tsx'
import { FieldRules } from './field-rules.tsx'
import { FieldStrength } from './field-strength.tsx'
import { FormContext } from './form-context.ts'
import { isVisible } from './form-value.ts'
import { LabelText } from './label-text.tsx'
import { fits, lengthOf, withTypedWords } from './progress.ts'
import { useProgressNews } from './use-progress-news.ts'
import { widgetOf, widgets } from './widget-of.ts'
import { textOf } from './widgets/input-props.ts'

/** Renders one field for RJSF: label, help, control and error. */
export function Control({ name, schema, required, disabled, onChange, fieldPathId }: FieldProps) {
  const form = useContext(FormContext)
  const word = useWords()
  const described = form.fields.find((each) => each.name === name)
  if (!described || !isVisible(described, form.value)) return null
  const field = withTypedWords(described, form.value)
  const id = `${form.id}-${name}`
  const choices = choicesOf(schema, field)
  const widget = widgetOf(field, schema, choices.length)
  const text = textOf(form.value[name])
  const refused = field.typing && !fits(field.typing.pattern, text) ? field.typing.message : undefined
  // Shown at once: cutting the text off or reporting it only on submit could cost the user a page of text.
  const tooLong =
    isProse(widget) && isTooLong(form.value[name], schema.maxLength)
      ? (field.messages?.maxLength ?? word('invalid'))
      : undefined
  const error = form.errors.get(name) ?? refused ?? tooLong
  const control: ControlProps = {
    id,
    field,
    choices,
    maxLength: schema.maxLength,
    value: form.value[name],
    onChange: (value) => onChange(value, fieldPathId.path, undefined, id),
    disabled: Boolean(disabled) || field.disabled !== undefined,
    'aria-describedby': describedBy(id, { field, error, counted: countedUpTo(field, schema.maxLength) !== undefined }),
    'aria-invalid': error === undefined ? undefined : true,
    // An optional checkbox is not required, although its schema requires a boolean.
    'aria-required':
      (Boolean(required) || field.required === true) && (schema.type !== 'boolean' || schema.const === true),
    isOptional: form.marksOptional && !required && !field.visible && schema.type !== 'boolean',
  }
  return <FieldView control={control} widget={widget} error={error} mended={form.checked.get(name)} />
}

interface FieldViewProps {
  control: ControlProps
  widget: Widget
  error: string | undefined
  /** The error of the last check, whose place is kept. */
  mended: string | undefined
}

function FieldView({ control, widget, error, mended }: FieldViewProps) {
  const View = widgets[widget]
  const { id, field } = control
  const isGroup = groups.has(widget)
  const text = textOf(control.value)
  const most = countedUpTo(field, control.maxLength)
  const labelClass = field.hideLabel ? 'visually-hidden' : 'field-label'
  useProgressNews(field, text, most)
  return (
    <Surround isGroup={isGroup} control={control} state={error === undefined ? mended && 'mended' : 'invalid'}>
      {!isGroup && !isInline(widget) && (
        <label className={labelClass} htmlFor={id}>
          <LabelText control={control} />
        </label>
      )}
      {isGroup && (
        <legend className={labelClass}>
          <LabelText control={control} />
        </legend>
      )}
      {isInline(widget) ? null : <FieldNotes id={id} field={field} />}
      {field.more && (
        <ActLink className="field-more" action={field.more.do}>
          {field.more.label}
        </ActLink>
      )}
      <Boundary of={field} name={widget}>
        <View {...control} />
      </Boundary>
      {isInline(widget) && <FieldNotes id={id} field={field} />}
      {field.rules && <FieldRules id={id} rules={field.rules} text={text} />}
      {field.strength && <FieldStrength id={id} strength={field.strength} rules={field.rules} text={text} />}
      {most !== undefined && <FieldCount id={id} text={text} most={most} />}
      {error === undefined ? mended && <MendedError error={mended} /> : <FieldError id={id} error={error} />}
    </Surround>
  )
}

interface SurroundProps {
  isGroup: boolean
  control: ControlProps
  state: string | undefined
  children: ReactNode
}

function Surround({ isGroup, control, state, children }: SurroundProps) {
  const className = state ? `field ${state}` : 'field'
  if (!isGroup)
    return (
      <div className={className} data-field={control.field.name} data-span={control.field.span}>
        {children}
      </div>
    )
  return (
    <fieldset
      className={className}
      data-field={control.field.name}
      data-span={control.field.span}
      aria-describedby={control['aria-describedby']}
    >
      {children}
    </fieldset>
  )
}

/** Widgets of several controls. */
const groups: ReadonlySet<Widget> = new Set(['radio', 'checkboxes', 'files'])

/** Widgets whose label is beside them. */
function isInline(widget: Widget): boolean {
  return widget === 'checkbox' || widget === 'switch'
}

/** Widgets for free text of any length. */
function isProse(widget: Widget): boolean {
  return widget === 'text' || widget === 'multiline'
}

function isTooLong(value: unknown, most = Infinity): boolean {
  return typeof value === 'string' && lengthOf(value) > most
}

/** The limit of the character count; undefined if the schema has no such limit. */
function countedUpTo(field: Field, maxLength: number | undefined): number | undefined {
  return field.count ? maxLength : undefined
}
