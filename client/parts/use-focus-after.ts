import { useEffect, useRef, type RefObject } from 'react'
import { focusOn } from '../base/focus.ts'

/** When a step has come, what was pressed may be gone: the focus goes on to what can be done next. Undefined while something else has it. */
export function useFocusAfter(step: string | undefined, place: RefObject<HTMLElement | null>): void {
  const before = useRef(step)
  useEffect(() => {
    if (step !== undefined && step !== before.current)
      focusOn(place.current?.querySelector('button:not([disabled]), a[href]') ?? place.current)
    before.current = step
  }, [step, place])
}
