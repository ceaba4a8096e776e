import { useEffect, useRef, type RefObject } from 'react'
import { focusOn } from '../base/focus.ts'

/**
 * After a change of step the pressed control may be gone, so the focus moves to the next one. Undefined while another
 * element should have it.
 */
export function useFocusAfter(step: string | undefined, place: RefObject<HTMLElement | null>): void {
  const before = useRef(step)
  useEffect(() => {
    if (step !== undefined && step !== before.current)
      focusOn(place.current?.querySelector('button:not([disabled]), a[href]') ?? place.current)
    before.current = step
  }, [step, place])
}
