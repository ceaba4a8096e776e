import Form from '@rjsf/core'
import type { RJSFValidationError } from '@rjsf/utils'
import {
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import type { BlockOf } from '../../schemas/blocks.ts'
import { PortalContext } from '../model/portal-context.ts'
import { useWords } from '../model/use-words.ts'
import { DialogSubmitContext } from '../parts/dialog-submit.ts'
import { Control } from '../forms/control.tsx'
import { FormContext, type FormParts } from '../forms/form-context.ts'
import { listErrors, sayErrors, type FormError } from '../forms/form-errors.ts'
import { FormSummary } from '../forms/form-summary.tsx'
import type { Value } from '../forms/form-value.ts'
import { refusalOf, SubmitButton } from '../forms/submit-button.tsx'
import { FieldTemplate, ObjectTemplate } from '../forms/templates.tsx'
import { uiSchemaOf } from '../forms/ui-schema.ts'
import { useAutosave } from '../forms/use-autosave.ts'
import { useFormState, type FormState } from '../forms/use-form-state.ts'
import { useInPlace } from '../forms/use-in-place.ts'
import { useSend } from '../forms/use-send.ts'
import { useUnsaved } from '../forms/use-unsaved.ts'
import { useValidator } from '../forms/use-validator.ts'
import type { BlockProps } from '../render/block-props.ts'
import { ActLink } from '../render/to.tsx'
import '../styles/form.css'

const fields = { control: Control }
const templates = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate }
// Stops RJSF from choosing the first of several options and from filling in values that the server left empty.
const defaults = { constAsDefaults: 'never', emptyObjectFields: 'skipDefaults' } as const

export function FormBlock({ block }: BlockProps<'form'>) {
  const state = useFormState(block)
  const { send, sending } = useSend(block, state)
  const { reason, holdBack } = useHoldBack()
  const parts = useParts(block, { ...state, holdBack })
  useInvalidForm(block.id, state.summary.length > 0)
  const refusal = refusalOf(block.submit, state.value) ?? reason
  const formId = useId()
  useSendAtOnce(block.submit, { formId, refusal })
  const dialogPlace = useContext(DialogSubmitContext)
  const root = useRef<HTMLDivElement>(null)
  const isDirty = useInPlace({ block, state, root })
  useUnsaved(block, state, sending)
  const unsaved = useAutosave({ block, state, sending, root })
  const summary = block.inPlace ? state.summary.filter(({ field }) => field === undefined) : state.summary
  const submit = <SubmitButton form={formId} submit={block.submit} refusal={refusal} sending={sending} />
  const links = block.secondary && block.secondary.length > 0 && <Secondary links={block.secondary} />
  const buttons = isDirty && (
    <div className="form-buttons">
      {submit}
      {links}
      {block.inPlace && (
        <button type="button" className="plain-button" onClick={() => state.settle(true)}>
          {block.inPlace.discard}
        </button>
      )}
    </div>
  )
  return (
    <div
      ref={root}
      className={block.inPlace ? 'form in-place' : 'form'}
      role={block.label && 'group'}
      aria-label={block.label}
      onSubmitCapture={refusal === undefined ? undefined : refuse}
    >
      {summary.length > 0 && (
        <FormSummary key={state.turn} formId={block.id} title={block.errorTitle} errors={summary} />
      )}
      <FormContext value={parts}>
        <Fields block={block} formId={formId} state={state} send={(value) => void (isDirty && send(value))}>
          {block.username !== undefined && (
            <input name="username" autoComplete="username" value={block.username} readOnly hidden />
          )}
          {dialogPlace ? createPortal(submit, dialogPlace) : buttons}
        </Fields>
      </FormContext>
      {dialogPlace && links}
      {unsaved !== undefined && <p className="unsaved">{unsaved}</p>}
    </div>
  )
}

interface FieldsProps {
  block: BlockOf<'form'>
  /** Of the form element. */
  formId: string
  state: FormState
  send: (value: Value) => void
  /** The submit button. */
  children: ReactNode
}

function Fields({ block, formId, state, send, children }: FieldsProps) {
  const word = useWords()
  const validator = useValidator(block)
  const uiSchema = useMemo(() => uiSchemaOf(block), [block])
  const say = (value: Value) => (errors: RJSFValidationError[]) =>
    sayErrors({ form: block, value, otherwise: word('invalid') }, errors)
  const check = (value: Value) =>
    listErrors(block, validator.validateFormData(value, block.schema, undefined, say(value)).errors)
  return (
    <Form
      id={formId}
      schema={block.schema}
      uiSchema={uiSchema}
      validator={validator}
      fields={fields}
      templates={templates}
      idPrefix={block.id}
      formData={state.value}
      noHtml5Validate
      showErrorList={false}
      transformErrors={say(state.value)}
      experimental_defaultFormStateBehavior={defaults}
      onChange={({ formData = {} }) => state.type(formData, state.tried ? check(formData) : undefined)}
      onError={(errors) => state.refuse(listErrors(block, errors))}
      onSubmit={({ formData }) => send(formData ?? {})}
    >
      {children}
    </Form>
  )
}

/** Runs before RJSF handles the submit, whether by button or by Enter in a field. */
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

const noGroups: NonNullable<BlockOf<'form'>['groups']> = []

function useParts(
  { id, fields: drawn, groups = noGroups, schema, submit }: BlockOf<'form'>,
  { value, local, remote, summary, holdBack }: FormState & Pick<FormParts, 'holdBack'>,
): FormParts {
  const offReason = submit.disabled?.reason
  return useMemo(() => {
    const errors = byField([...local, ...remote])
    const marksOptional = Array.isArray(schema.required) && schema.required.length > 0
    const checked = byField(summary)
    return { id, fields: drawn, groups, value, offReason, marksOptional, errors, checked, holdBack }
  }, [id, drawn, groups, schema, value, offReason, local, remote, summary, holdBack])
}

/** Why a field lets the form not be sent now, and how the field says so. */
function useHoldBack(): { reason: string | undefined } & Pick<FormParts, 'holdBack'> {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const holdBack: FormParts['holdBack'] = useCallback(
    (field, reason) =>
      setReasons(({ [field]: _before, ...others }) => (reason === undefined ? others : { ...others, [field]: reason })),
    [],
  )
  return { reason: Object.values(reasons)[0], holdBack }
}

function byField(errors: readonly FormError[]): ReadonlyMap<string, string> {
  return new Map(errors.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const])))
}

/** A form that may send itself does so when its condition begins to hold, and again after it did not hold. */
function useSendAtOnce(
  { when }: BlockOf<'form'>['submit'],
  { formId, refusal }: { formId: string; refusal: string | undefined },
): void {
  const isReady = refusal === undefined
  const wasReady = useRef(isReady)
  useEffect(() => {
    const form = document.getElementById(formId)
    if (when?.atOnce && isReady && !wasReady.current && form instanceof HTMLFormElement) form.requestSubmit()
    wasReady.current = isReady
  }, [formId, isReady, when?.atOnce])
}

/** Shows in the window title that the form has errors. */
function useInvalidForm(id: string, isWrong: boolean): void {
  const invalidForms = useContext(PortalContext)?.invalidForms
  useEffect(() => {
    if (!invalidForms || !isWrong) return undefined
    invalidForms.set(new Set([...invalidForms.get(), id]))
    return () => invalidForms.set(new Set([...invalidForms.get()].filter((each) => each !== id)))
  }, [invalidForms, id, isWrong])
}
