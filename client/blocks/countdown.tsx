import { useEffect, useRef, useState } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockProps } from '../render/block-props.ts'
import { announce } from '../render/announce.ts'
import look from './countdown.module.css'

/** Counts down in minutes and seconds; said aloud only where the server wants it. */
export function CountdownBlock({ block }: BlockProps<'countdown'>) {
  const { until, text, over, announceAt = [] } = block
  const left = useSecondsLeft(until)
  useEnd(block, left)
  useEffect(() => {
    if (announceAt.includes(left)) announce(`${text} ${clock(left)}`, 'polite')
  }, [announceAt, left, text])
  if (left === 0) return <p className={look.over} role="status">{over}</p>
  return <p className={look.countdown} role="timer" aria-live="off">{text} <strong>{clock(left)}</strong></p>
}

function useSecondsLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 1000))
}

/** Its action runs once, however long the end stays on screen. */
function useEnd({ do: action }: BlockProps<'countdown'>['block'], left: number): void {
  const { run } = useRun()
  const ended = useRef(false)
  useEffect(() => {
    if (left > 0 || ended.current || !action) return
    ended.current = true
    void run(action)
  }, [action, left, run])
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
