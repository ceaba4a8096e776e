import { useEffect, useRef, useState } from 'react'
import { useRun } from '../actions/use-run.ts'
import { announce } from '../base/announce.ts'
import type { BlockProps } from '../render/block-props.ts'
import look from './countdown.module.css'

type Countdown = BlockProps<'countdown'>['block']

/** Counts down in minutes and seconds; announces the marks that the server sets. A new end time restarts it. */
export function CountdownBlock({ block }: BlockProps<'countdown'>) {
  return <Running key={block.until} block={block} />
}

function Running({ block }: { block: Countdown }) {
  const { until, text, over } = block
  const left = useSecondsLeft(until)
  useAnnouncements(block, left)
  useEnd(block, left)
  if (left === 0) return <p className={look.over}>{over}</p>
  return (
    <p className={look.countdown} role="timer" aria-live="off">
      {text} <strong className={look.clock}>{clock(left)}</strong>
    </p>
  )
}

function useSecondsLeft(until: string): number {
  const [left, setLeft] = useState(() => secondsTo(until))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setLeft(secondsTo(until)), 250)
    return () => clearInterval(timer)
  }, [until, isOver])
  return left
}

function secondsTo(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000))
}

/** A background tab may skip seconds, so a mark is announced as soon as it has been passed. */
function useAnnouncements({ text, over, announceAt = [] }: Countdown, left: number): void {
  const before = useRef(left)
  useEffect(() => {
    const passed = announceAt.some((mark) => left <= mark && mark < before.current)
    if (left === 0 && before.current > 0) announce(over, 'polite')
    else if (passed) announce(`${text} ${clock(left)}`, 'polite')
    before.current = left
  }, [announceAt, left, over, text])
}

/** Runs the action once, even if the finished countdown stays on screen. */
function useEnd({ do: action }: Countdown, left: number): void {
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
