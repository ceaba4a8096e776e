import { useEffect, useRef, type RefObject } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { Button } from '../../parts/button.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import { SheetPart } from './sheet-part.tsx'
import look from './sheet.module.css'

type Sheet = BlockOf<'sheet'>

/** A page of paper. Printed, it stands alone: the rest of the screen is hidden. */
export function SheetBlock({ block: { label, parts, print, download } }: BlockProps<'sheet'>) {
  const paper = useRef<HTMLElement>(null)
  usePrintAtOnce(print, paper)
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
      <article ref={paper} className={look.paper} aria-label={label}>
        {parts.map((part, place) => (
          // Parts have no id: they never move, and are replaced together.
          <SheetPart key={`${place} ${part.type}`} part={part} />
        ))}
      </article>
    </div>
  )
}

/** Once in the life of the block, however often its content is renewed; after its pictures, as far as they come. */
function usePrintAtOnce(print: Sheet['print'], paper: RefObject<HTMLElement | null>): void {
  const printed = useRef(false)
  const atOnce = print?.atOnce === true
  useEffect(() => {
    if (!atOnce || printed.current) return undefined
    let timer = setTimeout(printNow, picturesWithinMs)
    function printNow() {
      printed.current = true
      window.print()
    }
    const controller = new AbortController()
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])]
    void Promise.all(pictures.map((each) => isSettled(each, controller.signal))).then(() => {
      if (controller.signal.aborted || printed.current) return
      clearTimeout(timer)
      timer = setTimeout(printNow, drawnAfterMs)
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [atOnce, paper])
}

/** Resolves when a picture has loaded or has failed. */
function isSettled(picture: HTMLImageElement, signal: AbortSignal): Promise<void> {
  if (picture.complete) return Promise.resolve()
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, () => resolve(), { once: true, signal })
  })
}

/** The dialog of the browser stops everything: the screen is complete before. */
const drawnAfterMs = 300
/** Of a picture that does not arrive. */
const picturesWithinMs = 10_000
