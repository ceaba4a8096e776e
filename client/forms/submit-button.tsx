import { useId } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { holds } from '../../schemas/holds.ts'
import busy from '../parts/busy.module.css'
import type { Value } from './form-value.ts'

type Submit = BlockOf<'form'>['submit']

/** Returns why the form cannot be sent now, in the server's words; undefined if it can. */
export function refusalOf({ disabled, when }: Submit, value: Value): string | undefined {
  if (disabled) return disabled.reason
  return when && !holds(when.condition, value) ? when.reason : undefined
}

interface SubmitButtonProps {
  /** The id of the form element, which the button may be outside of. */
  form: string
  submit: Pick<Submit, 'label' | 'danger' | 'style'>
  refusal: string | undefined
  sending: boolean
}

/** Stays the same element and focusable, so that focus is not lost and everybody learns the reason. */
export function SubmitButton({ form, submit: { label, danger = false, style }, refusal, sending }: SubmitButtonProps) {
  const reasonId = useId()
  return (
    <div className="submit-line">
      <button
        type="submit"
        className={`plain-button ${style === 'secondary' ? '' : 'first'} submit ${danger ? 'danger' : ''} ${busy.button}`}
        form={form}
        aria-busy={sending || undefined}
        aria-disabled={refusal === undefined ? undefined : true}
        aria-describedby={refusal === undefined ? undefined : reasonId}
      >
        {label}
      </button>
      {refusal !== undefined && (
        <p className="submit-reason" id={reasonId}>
          {refusal}
        </p>
      )}
    </div>
  )
}
