import type { FieldProps } from '@rjsf/utils'
import { Suspense, useContext, type ReactNode } from 'react'
import type { Field, Widget } from '../../schemas/blocks/form.ts'
import { choicesOf } from './choices.ts'
import type { ControlProps } from './control-props.ts'
import { FormContext } from './form-context.ts'
import { isVisible } from './form-value.ts'
import { LabelText } from './label-text.tsx'
import { widgetOf, widgets } from './widget-of.ts'

/** One field, drawn for RJSF: label, help, control, and what is wrong with it. */
export function Control({ name, schema, required, disabled, onChange, fieldPathId }: FieldProps) {
  const form = useContext(FormContext)
  const field = form.fields.find((each) => each.name === name)
  if (!field || !isVisible(field, form.value)) return null
  const id = `${form.id}-${name}`
  const error = form.errors.get(name)
  const choices = choicesOf(schema, field)
  const control: ControlProps = {
    id,
    field,
    choices,
    value: form.value[name],
    onChange: (value) => onChange(value, fieldPathId.path, undefined, id),
    disabled: Boolean(disabled) || field.disabled !== undefined,
    'aria-describedby': describedBy(id, field, error),
    'aria-invalid': error === undefined ? undefined : true,
    // A box that may stay empty asks for nothing.
    'aria-required': Boolean(required) && (schema.type !== 'boolean' || schema.const === true),
  }
  return <FieldView control={control} widget={widgetOf(field, schema, choices.length)} error={error} />
}

interface FieldViewProps {
  control: ControlProps
  widget: Widget
  error: string | undefined
}

function FieldView({ control, widget, error }: FieldViewProps) {
  const View = widgets[widget]
  const { id, field } = control
  const isGroup = widget === 'radio' || widget === 'checkboxes'
  return (
    <Surround isGroup={isGroup} control={control} invalid={error !== undefined}>
      {!isGroup && !isInline(widget) && (
        <label className="field-label" htmlFor={id}>
          <LabelText control={control} />
        </label>
      )}
      {isGroup && (
        <legend className="field-label">
          <LabelText control={control} />
        </legend>
      )}
      {isInline(widget) ? null : <Notes id={id} field={field} />}
      <Suspense fallback={<div className="widget-coming" />}>
        <View {...control} />
      </Suspense>
      {isInline(widget) && <Notes id={id} field={field} />}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <ErrorMark />
          {error}
        </p>
      )}
    </Surround>
  )
}

interface SurroundProps {
  isGroup: boolean
  control: ControlProps
  invalid: boolean
  children: ReactNode
}

function Surround({ isGroup, control, invalid, children }: SurroundProps) {
  const className = invalid ? 'field invalid' : 'field'
  if (!isGroup)
    return (
      <div className={className} data-field={control.field.name}>
        {children}
      </div>
    )
  return (
    <fieldset className={className} data-field={control.field.name} aria-describedby={control['aria-describedby']}>
      {children}
    </fieldset>
  )
}

function Notes({ id, field }: { id: string; field: Field }) {
  return (
    <>
      {field.help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
      {field.disabled && (
        <p className="field-help" id={`${id}-disabled`}>
          {field.disabled.reason}
        </p>
      )}
    </>
  )
}

function ErrorMark() {
  return (
    <span className="error-mark" aria-hidden="true">
      !
    </span>
  )
}

/** Those whose label stands beside them. */
function isInline(widget: Widget): boolean {
  return widget === 'checkbox' || widget === 'switch'
}

function describedBy(id: string, field: Field, error: string | undefined): string | undefined {
  const parts = [field.help !== undefined && 'help', field.disabled && 'disabled', error !== undefined && 'error']
  return (
    parts
      .filter((part) => part !== false && part !== undefined)
      .map((part) => `${id}-${part}`)
      .join(' ') || undefined
  )
}
