import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Entry } from '../../schemas/shell.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { EntryLink, usePlaces } from './entry-link.tsx'
import { EntryList } from './entry-list.tsx'
import { Chevron } from './marks.tsx'
import { useWords } from '../model/use-words.ts'

interface NavigationProps {
  label: string
  entries: readonly Entry[]
}

/** One row of links. Those that do not fit are behind a button, so that the row never wraps. */
export function Navigation({ label, entries }: NavigationProps) {
  const word = useWords()
  const row = useRef<HTMLUListElement>(null)
  const fitting = useFitting(row, entries)
  const rest = entries.slice(fitting)
  return (
    <nav className="navigation" aria-label={label}>
      <ul ref={row}>
        {entries.map((entry, at) => (
          <li key={entry.id} className={at < fitting ? undefined : 'overflowing'}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && <More label={word('more')} entries={rest} />}
    </nav>
  )
}

function More({ label, entries }: NavigationProps) {
  const holdsCurrent = usePlaces(entries).some(Boolean)
  const face = () => (
    <>
      {label}
      <Chevron />
    </>
  )
  return (
    <Disclosure className={holdsCurrent ? 'more holds-current' : 'more'} face={face}>
      {(close) => <EntryList entries={entries} close={close} />}
    </Disclosure>
  )
}

/**
 * Counts the entries in the first line of the row; the others wrap below it and are clipped. Where all fit without the
 * button, they need no room for it.
 */
function useFitting(row: RefObject<HTMLUListElement | null>, entries: readonly Entry[]): number {
  const [fitting, setFitting] = useState(entries.length)
  useLayoutEffect(() => {
    const list = row.current
    if (!list) return undefined
    const measure = () => {
      const items = [...list.children].filter((item) => item instanceof HTMLElement)
      const top = items[0]?.offsetTop ?? 0
      const needed = items.reduce((sum, item) => sum + widthOf(item), 0)
      const areAll = needed <= widthOf(list) + widthOf(list.nextElementSibling)
      setFitting(areAll ? items.length : items.filter((item) => item.offsetTop === top).length)
    }
    measure()
    if (!('ResizeObserver' in window)) return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  }, [row, entries])
  return fitting
}

function widthOf(element: Element | null): number {
  return element?.getBoundingClientRect().width ?? 0
}
