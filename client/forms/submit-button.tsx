import { Button } from 'antd'
import { useId } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { holds } from '../../schemas/holds.ts'
import type { Value } from './form-value.ts'

type Submit = BlockOf<'form'>['submit']

/** Why the form cannot be sent as it stands, in the server's words; nothing when it can. */
export function refusalOf({ disabled, when }: Submit, value: Value): string | undefined {
  if (disabled) return disabled.reason
  return when && !holds(when.condition, value) ? when.reason : undefined
}

interface SubmitButtonProps {
  label: string
  refusal: string | undefined
  sending: boolean
}

/** Stays the same element and can always be reached, so that no focus is lost and everybody learns the reason. */
export function SubmitButton({ label, refusal, sending }: SubmitButtonProps) {
  const reasonId = useId()
  return (
    <div className="submit-line">
      <Button
        className="submit"
        type="primary"
        htmlType="submit"
        loading={sending}
        aria-disabled={refusal === undefined ? undefined : true}
        aria-describedby={refusal === undefined ? undefined : reasonId}
      >
        {label}
      </Button>
      {refusal !== undefined && (
        <p className="submit-reason" id={reasonId}>
          {refusal}
        </p>
      )}
    </div>
  )
}
