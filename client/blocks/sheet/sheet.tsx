import { useEffect, useRef } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { Button } from '../../parts/button.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import { SheetPart } from './sheet-part.tsx'
import look from './sheet.module.css'

type Sheet = BlockOf<'sheet'>

/** A page of paper. Printed, it stands alone: the rest of the screen is hidden. */
export function SheetBlock({ block: { label, parts, print, download } }: BlockProps<'sheet'>) {
  usePrintAtOnce(print)
  return (
    <div className={look.sheet}>
      {(print ?? download) && (
        <div className={look.tools}>
          {print && (
            <Button action={{ type: 'print' }} look="primary">
              {print.label}
            </Button>
          )}
          {download && <Button action={{ type: 'download', href: download.href }}>{download.label}</Button>}
        </div>
      )}
      <article className={look.paper} aria-label={label}>
        {parts.map((part, place) => (
          // Parts have no id: they never move, and are replaced together.
          <SheetPart key={`${place} ${part.type}`} part={part} />
        ))}
      </article>
    </div>
  )
}

/** Once in the life of the block, however often its content is renewed. */
function usePrintAtOnce(print: Sheet['print']): void {
  const printed = useRef(false)
  const atOnce = print?.atOnce === true
  useEffect(() => {
    if (!atOnce || printed.current) return undefined
    const timer = setTimeout(() => {
      printed.current = true
      window.print()
    }, drawnAfterMs)
    return () => clearTimeout(timer)
  }, [atOnce])
}

/** The dialog of the browser stops everything: the screen is complete before. */
const drawnAfterMs = 300
