import { useCallback, useEffect, useRef, useState } from 'react'
import { useRun } from '../actions/use-run.ts'
import { useWords } from '../model/use-words.ts'
import spinner from '../parts/spinner.module.css'
import type { BlockProps } from '../render/block-props.ts'
import look from './frame.module.css'

type Frame = BlockProps<'frame'>['block']
type State = 'waiting' | 'ready' | 'failed'

/** A page of another origin, with its three messages. Another page, or another attempt, begins anew. */
export function FrameBlock({ block }: BlockProps<'frame'>) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Embedded key={`${attempt} ${block.src ?? ''}`} block={block} again={() => setAttempt((before) => before + 1)} />
  )
}

function Embedded({ block, again }: { block: Frame; again: () => void }) {
  const { label, src, height, waiting } = block
  const word = useWords()
  const page = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<State>('waiting')
  useStart(block)
  useEnd(block, state)
  useTimeLimit(block, { state, fail: useCallback(() => setState('failed'), []) })
  useMessages(block, { page, hear: setState })
  if (state === 'failed')
    return (
      <div className={look.frame} style={{ minHeight: height }}>
        <button type="button" className="plain-button" onClick={again}>
          {word('retry')}
        </button>
      </div>
    )
  return (
    <div className={look.frame} style={{ minHeight: height }}>
      {state === 'waiting' && (
        <p className={look.waiting} role="status">
          <span className={spinner.spinner} aria-hidden="true" /> {waiting}
        </p>
      )}
      {src !== undefined && (
        <iframe
          ref={page}
          className={look.page}
          src={src}
          title={label}
          height={height}
          sandbox="allow-scripts allow-forms allow-same-origin"
          referrerPolicy="origin"
        />
      )}
    </div>
  )
}

/** Without a page, asks the server once to bring one. */
function useStart({ src, start }: Frame): void {
  const { run } = useRun()
  const started = useRef(false)
  useEffect(() => {
    if (src !== undefined || !start || started.current) return
    started.current = true
    void run(start)
  }, [run, src, start])
}

function useTimeLimit({ timeoutMs }: Frame, { state, fail }: { state: State; fail: () => void }): void {
  useEffect(() => {
    if (state !== 'waiting') return undefined
    const timer = setTimeout(fail, timeoutMs)
    return () => clearTimeout(timer)
  }, [fail, state, timeoutMs])
}

/** Runs the action of a failure, once. */
function useEnd({ onFailed }: Frame, state: State): void {
  const { run } = useRun()
  const ended = useRef(false)
  useEffect(() => {
    if (state !== 'failed' || ended.current) return
    ended.current = true
    void run(onFailed)
  }, [onFailed, run, state])
}

interface Hearing {
  page: { current: HTMLIFrameElement | null }
  hear: (state: State) => void
}

/** Hears messages of this very page and origin, and no others. */
function useMessages({ origin, onDone }: Frame, { page, hear }: Hearing): void {
  const { run } = useRun()
  useEffect(() => {
    const take = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      if (origin === undefined || from !== origin || !page.current || source !== page.current.contentWindow) return
      const type = typeOf(data)
      if (type === 'ready' || type === 'failed') hear(type)
      else if (type === 'done') void run(onDone)
    }
    window.addEventListener('message', take)
    return () => window.removeEventListener('message', take)
  }, [hear, onDone, origin, page, run])
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
}
