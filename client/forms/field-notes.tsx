import { useContext } from 'react'
import type { Field } from '../../schemas/blocks/form.ts'
import { FormContext } from './form-context.ts'

export function FieldNotes({ id, field }: { id: string; field: Field }) {
  const { offReason } = useContext(FormContext)
  return (
    <>
      {field.help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
      {field.disabled && (
        // What the button of the form says is not repeated at each field for those who see it.
        <p className={field.disabled.reason === offReason ? 'visually-hidden' : 'field-help'} id={`${id}-disabled`}>
          {field.disabled.reason}
        </p>
      )}
    </>
  )
}

export function FieldError({ id, error }: { id: string; error: string }) {
  return (
    <p className="field-error" id={`${id}-error`}>
      <span className="error-mark" aria-hidden="true">
        !
      </span>
      {error}
    </p>
  )
}

/** As high as the error was. */
export function MendedError({ error }: { error: string }) {
  return (
    <p className="field-error mended" aria-hidden="true">
      <span className="error-mark" />
      {error}
    </p>
  )
}

interface Described {
  field: Field
  counted: boolean
  error: string | undefined
}

/** Returns the ids of the texts that screen readers read with a control. */
export function describedBy(id: string, { field, counted, error }: Described): string | undefined {
  const parts = [
    field.help !== undefined && 'help',
    field.disabled && 'disabled',
    field.rules && 'rules',
    counted && 'count',
    error !== undefined && 'error',
  ]
  return (
    parts
      .filter((part) => typeof part === 'string')
      .map((part) => `${id}-${part}`)
      .join(' ') || undefined
  )
}
