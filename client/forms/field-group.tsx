import { useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { FieldGroup as Group } from '../../schemas/blocks/form.ts'
import { focusOn } from '../base/focus.ts'
import { FormContext } from './form-context.ts'

interface FieldGroupProps {
  id: string
  group: Group
  children: ReactNode
}

/** Fields under a title. A folded group shows its line until somebody changes it, or one of its fields is refused. */
export function FieldGroup({ id, group: { title, fields, folded }, children }: FieldGroupProps) {
  const { errors } = useContext(FormContext)
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLFieldSetElement>(null)
  const isRefused = fields.some((name) => errors.has(name))
  // A field that was refused stays open when it is mended.
  if (isRefused && !isOpen) setOpen(true)
  const pressed = useRef(false)
  useEffect(() => {
    if (isOpen && pressed.current) focusOn(place.current?.querySelector('input, select, textarea'))
  }, [isOpen])
  const unfold = () => {
    pressed.current = true
    setOpen(true)
  }
  return (
    <fieldset ref={place} className="field-group" aria-labelledby={id}>
      <legend id={id} className={folded && folded.summary === undefined ? 'visually-hidden' : 'field-group-title'}>
        {title}
      </legend>
      {folded && !isOpen ? (
        <p className="field-group-line">
          {folded.summary !== undefined && <span>{folded.summary}</span>}
          <button type="button" className="field-more" onClick={unfold} aria-describedby={id}>
            {folded.change}
          </button>
        </p>
      ) : (
        <div className="fields">{children}</div>
      )}
    </fieldset>
  )
}
