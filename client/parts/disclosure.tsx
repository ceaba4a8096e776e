import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'

interface DisclosureProps {
  className: string
  /** The accessible name of the button, if its content does not give one. */
  label?: string
  face: (isOpen: boolean) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A button that shows and hides the content below it. Esc, a click outside or leaving by Tab hides it. */
export function Disclosure({ className, label, face, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  useWhileOpen({ root, button, isOpen, close })
  return (
    <div className={`disclosure ${className}`} ref={root}>
      <button
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {face(isOpen)}
      </button>
      <div className="disclosed" id={id} hidden={!isOpen}>
        {children(close)}
      </div>
    </div>
  )
}

interface Parts {
  root: RefObject<HTMLElement | null>
  button: RefObject<HTMLElement | null>
  isOpen: boolean
  close: () => void
}

function useWhileOpen({ root, button, isOpen, close }: Parts): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const isInside = ({ target }: Event) => target instanceof Node && root.current?.contains(target)
    const leave = (event: Event) => !isInside(event) && close()
    const keys = (event: KeyboardEvent) => {
      if (!isInside(event)) return
      if (event.key === 'Escape') {
        close()
        button.current?.focus()
      }
      if (moveBy(event.key, root.current)) event.preventDefault()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', keys)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', keys)
    }
  })
}

/** Moves the focus with the arrow keys. Returns whether it moved. */
function moveBy(key: string, root: HTMLElement | null): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step || !root) return false
  const stops = [...root.querySelectorAll<HTMLElement>('.disclosed a, .disclosed button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const next = at === -1 && step === -1 ? stops.length - 1 : (at + step + stops.length) % stops.length
  stops[next]?.focus()
  return true
}
