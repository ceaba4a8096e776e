import { useEffect, useRef, type ReactNode } from 'react'
import { focusOn } from '../base/focus.ts'

/** The title of a dialog. It gets the focus when the dialog opens, so that a screen reader begins with it. */
export function DialogHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusOn(heading.current), [])
  return <h2 ref={heading}>{children}</h2>
}
