import Form from '@rjsf/core'
import { useContext, useEffect, useMemo, type FormEvent, type ReactNode } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { PortalContext } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'
import { Control } from '../forms/control.tsx'
import { FormContext, type FormParts } from '../forms/form-context.ts'
import { listErrors, sayErrors } from '../forms/form-errors.ts'
import { FormSummary } from '../forms/form-summary.tsx'
import type { Value } from '../forms/form-value.ts'
import { refusalOf, SubmitButton } from '../forms/submit-button.tsx'
import { FieldTemplate, ObjectTemplate } from '../forms/templates.tsx'
import { uiSchemaOf } from '../forms/ui-schema.ts'
import { useFormState, type FormState } from '../forms/use-form-state.ts'
import { useSend } from '../forms/use-send.ts'
import { useValidator } from '../forms/use-validator.ts'
import type { BlockProps } from '../render/block-props.ts'
import { ActLink } from '../render/to.tsx'
import '../styles/form.css'

const fields = { control: Control }
const templates = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate }
// RJSF would choose the first of several options by itself, and fill in what the server left open.
const defaults = { constAsDefaults: 'never', emptyObjectFields: 'skipDefaults' } as const

export function FormBlock({ block }: BlockProps<'form'>) {
  const state = useFormState(block)
  const { send, sending } = useSend(block, state)
  const parts = useParts(block, state)
  useMistaken(block.id, state.summary.length > 0)
  const refusal = refusalOf(block.submit, state.value)
  return (
    <div
      className="form"
      role={block.label && 'group'}
      aria-label={block.label}
      onSubmitCapture={refusal === undefined ? undefined : refuse}
    >
      {state.summary.length > 0 && (
        <FormSummary key={state.turn} formId={block.id} title={block.errorTitle} errors={state.summary} />
      )}
      <FormContext value={parts}>
        <Fields block={block} state={state} send={(value) => void send(value)}>
          {block.username !== undefined && (
            <input name="username" autoComplete="username" value={block.username} readOnly hidden />
          )}
          <SubmitButton label={block.submit.label} refusal={refusal} sending={sending} />
        </Fields>
      </FormContext>
      {block.secondary && block.secondary.length > 0 && <Secondary links={block.secondary} />}
    </div>
  )
}

interface FieldsProps {
  block: BlockOf<'form'>
  state: FormState
  send: (value: Value) => void
  /** The button. */
  children: ReactNode
}

function Fields({ block, state, send, children }: FieldsProps) {
  const word = useWords()
  const validator = useValidator(block)
  const uiSchema = useMemo(() => uiSchemaOf(block), [block])
  return (
    <Form
      schema={block.schema}
      uiSchema={uiSchema}
      validator={validator}
      fields={fields}
      templates={templates}
      idPrefix={block.id}
      formData={state.value}
      noHtml5Validate
      showErrorList={false}
      liveValidate={state.tried ? 'onChange' : false}
      transformErrors={(errors) => sayErrors({ form: block, value: state.value, otherwise: word('invalid') }, errors)}
      experimental_defaultFormStateBehavior={defaults}
      onChange={({ formData, errors }) =>
        state.type(formData ?? {}, state.tried ? listErrors(block, errors) : undefined)
      }
      onError={(errors) => state.refuse(listErrors(block, errors))}
      onSubmit={({ formData }) => send(formData ?? {})}
    >
      {children}
    </Form>
  )
}

/** Before RJSF hears of it, whether by the button or by Enter in a field. */
function refuse(event: FormEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function Secondary({ links }: { links: NonNullable<BlockOf<'form'>['secondary']> }) {
  return (
    <ul className="form-links">
      {links.map(({ id, label, to }) => (
        <li key={id}>
          <ActLink action={{ type: 'navigate', to }}>{label}</ActLink>
        </li>
      ))}
    </ul>
  )
}

function useParts({ id, fields: drawn }: BlockOf<'form'>, { value, local, remote }: FormState): FormParts {
  return useMemo(() => {
    const errors = [...local, ...remote].flatMap(({ field, message }) =>
      field === undefined ? [] : [[field, message] as const],
    )
    return { id, fields: drawn, value, errors: new Map(errors) }
  }, [id, drawn, value, local, remote])
}

/** The title of the window says that something is to be mended. */
function useMistaken(id: string, isWrong: boolean): void {
  const invalidForms = useContext(PortalContext)?.invalidForms
  useEffect(() => {
    if (!invalidForms || !isWrong) return undefined
    invalidForms.set(new Set([...invalidForms.get(), id]))
    return () => invalidForms.set(new Set([...invalidForms.get()].filter((each) => each !== id)))
  }, [invalidForms, id, isWrong])
}
