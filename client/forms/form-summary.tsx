import { focusOn } from '../base/focus.ts'
import type { FormError } from './form-errors.ts'

interface FormSummaryProps {
  formId: string
  title: string
  errors: readonly FormError[]
}

/**
 * Lists the errors, with links to their fields. Where none of them belongs to a field, nothing typed is at fault: the
 * first one is the heading. Takes the focus when it appears.
 */
export function FormSummary({ formId, title, errors }: FormSummaryProps) {
  const isOfFields = errors.some(({ field }) => field !== undefined)
  const listed = isOfFields ? errors : errors.slice(1)
  return (
    <div className="error-banner form-summary" role="alert" aria-labelledby={`${formId}-summary`} ref={takeFocus}>
      <h2 id={`${formId}-summary`}>{isOfFields ? title : errors[0]?.message}</h2>
      <ul hidden={listed.length === 0}>
        {listed.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <SummaryItem formId={formId} field={field} message={message} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SummaryItem({ formId, field, message }: FormError & { formId: string }) {
  if (field === undefined) return message
  return (
    <a
      href={`#${formId}-${field}`}
      onClick={(event) => {
        event.preventDefault()
        focusField(`${formId}-${field}`)
      }}
    >
      {message}
    </a>
  )
}

function focusField(id: string): void {
  const control = document.getElementById(id)
  control?.scrollIntoView?.({ block: 'center' })
  focusOn(control)
}

function takeFocus(place: HTMLElement | null): void {
  focusOn(place)
  place?.scrollIntoView?.({ block: 'nearest' })
}
