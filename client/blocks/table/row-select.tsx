import { useContext, useEffect, useRef, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { runAction } from '../../actions/run-action.ts'
import { PortalContext } from '../../model/portal-context.ts'
import look from './table.module.css'

type Select = NonNullable<BlockOf<'table'>['rows'][number]['select']>

/**
 * A tick whose state stands in the address. Several ticks in a row are sent one after the other, each from the screen
 * that the one before it has brought, so that none is lost.
 */
export function RowSelect({ select, label }: { select: Select; label: string }) {
  const portal = useContext(PortalContext)
  /** What was pressed, until the screen with it has arrived. */
  const [pressed, setPressed] = useState<boolean>()
  const newest = useRef(select)
  useEffect(() => void (newest.current = select), [select])
  const isSelected = pressed ?? select.selected

  async function toggle(ticked: boolean): Promise<void> {
    if (!portal) return
    setPressed(ticked)
    await portal.acts.inTurn(async () => {
      if (newest.current.selected !== ticked) await runAction(portal, newest.current.do)
    })
    setPressed(undefined)
  }
  return (
    <label className={look.tick}>
      <input type="checkbox" checked={isSelected} onChange={({ target }) => void toggle(target.checked)} />
      <span className={look.tickLabel}>{label}</span> <span className="visually-hidden">{select.about}</span>
    </label>
  )
}
