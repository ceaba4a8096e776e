import { memo, type ReactNode } from 'react'
import busy from '../../parts/busy.module.css'
import { Spinner } from '../../parts/spinner.tsx'
import type { Lane, LaneProps } from './lane.ts'
import look from './schedule.module.css'

type Day = Lane['days'][number]
type Time = Day['times'][number]

interface DayProps extends Pick<LaneProps, 'parts' | 'heldText'> {
  day: Day
  column: number
  /** How many times show. */
  rows: number
  pressed: string | undefined
}

export const ScheduleDay = memo(function ScheduleDay({
  day: { heading, times, none },
  column,
  parts,
  rows,
  heldText,
  pressed,
}: DayProps) {
  const shown = firstTimes(times, rows)
  return (
    <div className={look.day} style={{ gridColumn: column + 1, gridRow: `1 / span ${1 + 2 * parts.length}` }}>
      <h3 className={look.heading}>{heading}</h3>
      {times.length === 0 && <p className={look.none}>{none}</p>}
      {parts.map(({ id }, place) => (
        <div key={id} className={look.times} style={{ gridRow: rowOfPart(place) + 1 }}>
          {shown.filter(({ part }) => part === id).map((time) => timeButton(time, heldText, pressed))}
        </div>
      ))}
    </div>
  )
})

/** Of the words of a part; its times stand in the row below. The first row has the headings of the days. */
export function rowOfPart(place: number): number {
  return 2 + 2 * place
}

/** What a person holds never hides behind Show More. */
export function firstTimes(times: Time[], rows: number): Time[] {
  return times.filter(({ state }, place) => place < rows || state === 'held')
}

// A plain function: a page has hundreds of them, and a component each would cost more than its button.
function timeButton(time: Time, heldText: string, pressed: string | undefined): ReactNode {
  const { id, text, about, state } = time
  if (state === 'held') return <HeldTime key={id} time={time} heldText={heldText} />
  if (state === 'full')
    return (
      <button key={id} type="button" disabled aria-label={about}>
        {text}
      </button>
    )
  return (
    <button
      key={id}
      type="button"
      className={busy.button}
      aria-label={about}
      aria-busy={id === pressed || undefined}
      data-time={id}
    >
      {text}
    </button>
  )
}

function HeldTime({ time: { id, text, about, do: action }, heldText }: { time: Time; heldText: string }) {
  return (
    <button
      type="button"
      className={look.held}
      aria-label={`${text} ${heldText}, ${about}`}
      aria-disabled={!action || undefined}
      data-time={id}
    >
      <span>{text}</span>{' '}
      <span className={look.heldText}>
        <Spinner />
        {heldText}
      </span>
    </button>
  )
}
