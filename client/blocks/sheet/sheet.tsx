import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { useContext, useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Action } from '../../../schemas/action.ts'
import { useRun } from '../../actions/use-run.ts'
import { PortalContext } from '../../model/portal-context.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { DocumentTools } from '../../render/document-tools.ts'
import { ActLink } from '../../render/to.tsx'
import { SheetPart } from './sheet-part.tsx'
import look from './sheet.module.css'

/** A page of paper. Printed, it stands alone: the rest of the screen is hidden. */
export function SheetBlock({ block: { label, parts, print, download } }: BlockProps<'sheet'>) {
  const paper = useRef<HTMLElement>(null)
  const bar = useContext(DocumentTools)
  const prints = print?.do ?? { type: 'print' }
  usePrintAtOnce(print?.atOnce === true, { paper, action: prints, address: print?.address })
  const tools = (
    <div className={bar ? `${look.tools} ${look.inBar}` : look.tools}>
      {print && <Tool action={prints} icon={<PrinterOutlined />} words={print.label} isFirst />}
      {download && (
        <Tool action={{ type: 'download', href: download.href }} icon={<DownloadOutlined />} words={download.label} />
      )}
    </div>
  )
  return (
    <div className={look.sheet}>
      {bar ? createPortal(tools, bar) : (print ?? download) && tools}
      <article ref={paper} className={look.paper} aria-label={label}>
        {parts.map((part, place) => (
          // Parts have no id: they never move, and are replaced together.
          <SheetPart key={`${place} ${part.type}`} part={part} />
        ))}
      </article>
    </div>
  )
}

interface ToolProps {
  action: Action
  icon: ReactNode
  words: string
  isFirst?: boolean
}

/** A button with a picture and words; in the bar of a document on a narrow screen the words are for its name only. */
function Tool({ action, icon, words, isFirst }: ToolProps) {
  return (
    <ActLink className={isFirst ? `${look.tool} ${look.firstTool}` : look.tool} action={action}>
      <span aria-hidden="true" className={look.icon}>
        {icon}
      </span>
      <span className={look.words}>{words}</span>
    </ActLink>
  )
}

interface Printing {
  paper: RefObject<HTMLElement | null>
  action: Action
  /** Where the screen stands when it is not printed at once. */
  address: string | undefined
}

/** Once in the life of the block, however often its content is renewed; after its pictures, as far as they come. */
function usePrintAtOnce(atOnce: boolean, { paper, action, address }: Printing): void {
  const printed = useRef(false)
  const portal = useContext(PortalContext)
  const { run } = useRun()
  const print = useEffectEvent(async () => {
    // Before: the print dialog stops everything, and the page may be closed behind it.
    if (address !== undefined) portal?.history.go(address, { replace: true, keepScroll: true })
    await run(action)
  })
  useEffect(() => {
    if (!atOnce || printed.current) return undefined
    let timer = setTimeout(printNow, picturesWithinMs)
    function printNow() {
      printed.current = true
      void print()
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
