import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

interface DisclosureProps {
  className: string
  /** The name of the button, where what it shows does not say it. */
  label?: string
  face: (isOpen: boolean) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A button that shows and hides what stands below it. Esc, a click outside or leaving by Tab hides it again. */
export function Disclosure({ className, label, face, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  useOutside(root, isOpen, close)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      close()
      button.current?.focus()
    }
    if (isOpen && moveBy(event.key, root.current)) event.preventDefault()
  }
  return (
    <div className={`disclosure ${className}`} ref={root} onKeyDown={keys}>
      <button type="button" ref={button} aria-expanded={isOpen} aria-controls={id} aria-label={label} onClick={() => setOpen(!isOpen)}>
        {face(isOpen)}
      </button>
      <div className="disclosed" id={id} hidden={!isOpen}>{children(close)}</div>
    </div>
  )
}

/** The arrow keys go through what is shown. Says whether they did. */
function moveBy(key: string, root: HTMLElement | null): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step || !root) return false
  const stops = [...root.querySelectorAll<HTMLElement>('.disclosed a, .disclosed button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
  return true
}

function useOutside(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  })
}
