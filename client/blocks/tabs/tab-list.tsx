import { useRef, type KeyboardEvent } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useSideways } from '../../base/use-sideways.ts'
import look from './tabs.module.css'

interface TabListProps {
  /** Prefix of the ids of tabs and panels. */
  base: string
  tabs: BlockOf<'tabs'>['tabs']
  open: string | undefined
  label: string | undefined
  choose: (id: string) => void
}

/** One tab stop; arrow keys, Home and End move between the tabs and open them. */
export function TabList({ base, tabs, open, label, choose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)
  useSideways(list, { selector: '[aria-selected=true]', chosen: open })
  const move = (event: KeyboardEvent) => {
    const next = nextPlace(
      event.key,
      tabs.findIndex(({ id }) => id === open),
      tabs.length,
    )
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
    if (tabs[next]) choose(tabs[next].id)
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={`${look.list} sideways`} onKeyDown={move}>
      {tabs.map(({ id, label: words, count }) => {
        const here = id === open
        const controls = here ? { 'aria-controls': `${base}-panel-${id}` } : {}
        return (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={here}
            tabIndex={here ? 0 : -1}
            {...controls}
            onClick={() => choose(id)}
          >
            {words}
            {count !== undefined && <span className={look.count}> {count}</span>}
          </button>
        )
      })}
    </div>
  )
}

function nextPlace(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
