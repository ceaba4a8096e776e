import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { Action } from '../../../schemas/action.ts'
import { useRun } from '../../actions/use-run.ts'
import { Button } from '../../parts/button.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import { SheetPart } from './sheet-part.tsx'
import look from './sheet.module.css'

/** A page of paper. Printed, it stands alone: the rest of the screen is hidden. */
export function SheetBlock({ block: { label, parts, print, download } }: BlockProps<'sheet'>) {
  const paper = useRef<HTMLElement>(null)
  const prints = print?.do ?? { type: 'print' }
  usePrintAtOnce(print?.atOnce === true, { paper, action: prints })
  return (
    <div className={look.sheet}>
      {(print ?? download) && (
        <div className={look.tools}>
          {print && (
            <Button action={prints} look="primary">
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

interface Printing {
  paper: RefObject<HTMLElement | null>
  action: Action
}

/** Once in the life of the block, however often its content is renewed; after its pictures, as far as they come. */
function usePrintAtOnce(atOnce: boolean, { paper, action }: Printing): void {
  const printed = useRef(false)
  const { run } = useRun()
  const print = useEffectEvent(() => void run(action))
  useEffect(() => {
    if (!atOnce || printed.current) return undefined
    let timer = setTimeout(printNow, picturesWithinMs)
    function printNow() {
      printed.current = true
      print()
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
