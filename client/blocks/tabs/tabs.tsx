import { useContext, useId, useState } from 'react'
import { addressWith } from '../../actions/with-chosen.ts'
import { PortalContext } from '../../model/portal-context.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { Blocks } from '../../render/blocks.tsx'
import { TabList } from './tab-list.tsx'
import look from './tabs.module.css'

export function TabsBlock({ block: { tabs, active, parameter, label } }: BlockProps<'tabs'>) {
  const base = useId()
  const { open, seen, choose } = useTabs(active, parameter)
  const shown = tabs.some(({ id }) => id === open) ? open : tabs[0]?.id
  return (
    <div className={look.tabs}>
      <TabList base={base} tabs={tabs} open={shown} label={label} choose={choose} />
      {tabs
        .filter(({ id }) => id === shown || seen.has(id))
        .map(({ id, blocks }) => (
          <div
            key={id}
            role="tabpanel"
            id={`${base}-panel-${id}`}
            aria-labelledby={`${base}-${id}`}
            className={look.panel}
            hidden={id !== shown}
          >
            <Blocks blocks={blocks} />
          </div>
        ))}
    </div>
  )
}

/**
 * The open tab is client state until the server names another. Panels stay mounted once opened and keep their state.
 */
function useTabs(active: string, parameter: string | undefined) {
  const portal = useContext(PortalContext)
  const [chosen, setChosen] = useState({ server: active, open: active, seen: new Set([active]) })
  const open = chosen.server === active ? chosen.open : active
  const choose = (id: string) => {
    setChosen({ server: active, open: id, seen: new Set([...chosen.seen, open, id]) })
    if (parameter && portal)
      portal.history.go(addressWith({ to: portal.history.path(), parameter }, id), {
        replace: true,
        keepScroll: true,
      })
  }
  return { open, seen: chosen.seen, choose }
}
