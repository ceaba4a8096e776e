import { memo, type ReactNode } from 'react'
import busy from '../../parts/busy.module.css'
import { Spinner } from '../../parts/spinner.tsx'
import type { Lane, LaneProps } from './lane.ts'
import look from './schedule.module.css'

type Day = Lane['days'][number]
type Time = Day['times'][number]

interface DayProps extends Pick<LaneProps, 'parts' | 'heldText' | 'headed'> {
  day: Day
  column: number
  /** Number of times shown. */
  rows: number
  pressed: string | undefined
  /** The place of the first part that any day of the lane has times in. */
  firstUsed: number
}

export const ScheduleDay = memo(function ScheduleDay({
  day: { heading, times, none },
  column,
  parts,
  rows,
  heldText,
  pressed,
  headed,
  firstUsed,
}: DayProps) {
  const shown = firstTimes(times, rows)
  return (
    <div className={look.day} style={{ gridColumn: column + 1, gridRow: `1 / span ${1 + 2 * parts.length}` }}>
      <h3 className={headed ? 'visually-hidden' : look.heading}>{heading}</h3>
      {times.length === 0 && (
        <p className={look.none} style={{ gridRow: rowOfPart(firstUsed) + 1 }}>
          {none}
        </p>
      )}
      {parts.map(({ id }, place) => (
        <div key={id} className={look.times} style={{ gridRow: rowOfPart(place) + 1 }}>
          {shown.filter(({ part }) => part === id).map((time) => timeButton(time, heldText, pressed))}
        </div>
      ))}
    </div>
  )
})

/** The grid row of a part's heading; its times are in the row below. Row 1 has the headings of the days. */
export function rowOfPart(place: number): number {
  return 2 + 2 * place
}

/** A held time is always shown, even if it is beyond the limit of Show More. */
export function firstTimes(times: Time[], rows: number): Time[] {
  return times.filter(({ state }, place) => place < rows || state === 'held')
}

// A plain function: a page has hundreds of times, and a component for each would cost more than its button.
function timeButton(time: Time, heldText: string, pressed: string | undefined): ReactNode {
  const { id, text, about, state } = time
  if (state === 'held') return heldTime(time, heldText)
  if (state === 'full')
    return (
      // It keeps the focus that it had while it was free.
      <button key={id} type="button" className={look.full} aria-disabled="true" aria-label={about}>
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

/** Also a plain function: the same button stays when its time becomes held, and gets the focus back from the dialog. */
function heldTime({ id, text, about, do: action }: Time, heldText: string): ReactNode {
  return (
    <button
      key={id}
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
