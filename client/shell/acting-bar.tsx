import { useEffect, useRef, type CSSProperties } from 'react'
import type { Shell } from '../../schemas/shell.ts'
import { EntryLink } from './entry-link.tsx'

/** For whom the user acts, on every screen. The color comes from the server; the name always stands in words. */
export function ActingBar({ acting }: { acting: NonNullable<Shell['acting']> }) {
  const { label, name, text, initials, color, entries } = acting
  const bar = useHeightAsBar()
  return (
    <aside
      ref={bar}
      className="acting"
      aria-label={label}
      style={{ '--acting': color } as CSSProperties /* a custom property */}
    >
      <div className="acting-row">
        <span className="disc acting-disc" aria-hidden="true">
          {initials}
        </span>
        <p>
          <span className="visually-hidden">{label} </span>
          <strong>{name}</strong>
          <span className="acting-dot"> · </span>
          <span className="acting-text">{text}</span>
        </p>
        {entries.map((entry) => (
          <EntryLink key={entry.id} entry={entry} className="acting-entry" />
        ))}
      </div>
    </aside>
  )
}

/** Publishes the height as `--bar`, so that other parts that stay on the screen can stay below it. */
function useHeightAsBar() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watcher = globalThis.ResizeObserver && new ResizeObserver(() => publish())
    const publish = () => style.setProperty('--bar', `${bar.current?.offsetHeight ?? 0}px`)
    if (bar.current) watcher?.observe(bar.current)
    return () => {
      watcher?.disconnect()
      style.removeProperty('--bar')
    }
  }, [])
  return bar
}
