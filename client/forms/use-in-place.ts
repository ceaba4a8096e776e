import { useEffect, useRef, type RefObject } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { focusOn } from '../base/focus.ts'
import { changedFields, startValue } from './form-value.ts'
import type { FormState } from './use-form-state.ts'

interface InPlaceForm {
  block: BlockOf<'form'>
  state: FormState
  root: RefObject<HTMLElement | null>
}

/**
 * Returns whether there is something to send; always for a form that is not edited in place.
 *
 * A form that is edited in place has buttons only while its value differs, and no list of errors: the focus goes back to
 * its control when the buttons go, and to the field that was refused.
 */
export function useInPlace({ block, state: { value, summary, turn }, root }: InPlaceForm): boolean {
  const isInPlace = block.inPlace !== undefined
  const isDirty = !isInPlace || changedFields(startValue(block), value).length > 0
  const wasDirty = useRef(isDirty)
  useEffect(() => {
    if (wasDirty.current && !isDirty && document.activeElement === document.body) focusOn(controlIn(root.current))
    wasDirty.current = isDirty
  }, [isDirty, root])
  const refused = isInPlace && turn > 0 ? summary.find(({ field }) => field !== undefined)?.field : undefined
  useEffect(() => {
    if (refused !== undefined) focusOn(controlIn(root.current))
  }, [refused, turn, root])
  return isDirty
}

function controlIn(form: HTMLElement | null): Element | null | undefined {
  return form?.querySelector('[data-field] :is(input:checked, textarea, select, input:not([type=radio], [type=color]))')
}
