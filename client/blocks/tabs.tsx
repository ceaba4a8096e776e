import { useContext, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import { addressWith } from '../actions/with-chosen.ts'
import { PortalContext } from '../app/portal-context.ts'
import type { BlockProps } from '../render/block-props.ts'
import { Blocks } from '../render/blocks.tsx'
import look from './tabs.module.css'

type Tab = BlockOf<'tabs'>['tabs'][number]

/** The open tab is the server's where it stands in the address, else this client's. */
export function TabsBlock({ block: { tabs, active, parameter, label } }: BlockProps<'tabs'>) {
  const base = useId()
  const portal = useContext(PortalContext)
  const [chosen, setChosen] = useState({ server: active, open: active })
  const open = chosen.server === active ? chosen.open : active
  const choose = (id: string) => {
    setChosen({ server: active, open: id })
    if (parameter && portal) portal.track.go(addressWith({ to: portal.track.path(), parameter }, id), { replace: true, keepScroll: true })
  }
  const shown = tabs.find(({ id }) => id === open) ?? tabs[0]
  return (
    <div className={look.tabs}>
      <TabList base={base} tabs={tabs} open={shown?.id} label={label} choose={choose} />
      {shown && (
        <div key={shown.id} role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${shown.id}`} className={look.panel}>
          <Blocks blocks={shown.blocks} />
        </div>
      )}
    </div>
  )
}

interface TabListProps {
  base: string
  tabs: Tab[]
  open: string | undefined
  label: string | undefined
  choose(id: string): void
}

function TabList({ base, tabs, open, label, choose }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, { at: tabs.findIndex(({ id }) => id === open), count: tabs.length })
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab || next === undefined) return
    event.preventDefault()
    choose(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={look.list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: words, count }) => (
        <button key={id} type="button" role="tab" id={`${base}-${id}`} aria-selected={id === open} tabIndex={id === open ? 0 : -1} {...(id === open && { 'aria-controls': `${base}-panel` })} onClick={() => choose(id)}>
          {words}
          {count !== undefined && <span className={look.count}> {count}</span>}
        </button>
      ))}
    </div>
  )
}

function nextPlace(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
