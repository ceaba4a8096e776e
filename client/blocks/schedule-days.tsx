import { useId, useState } from 'react'
import { firstTimes, ScheduleDay } from './schedule-day.tsx'
import type { LaneProps } from './schedule-lane.tsx'
import look from './schedule.module.css'
import { usePress } from './use-press.ts'

/** The days of one lane beside each other, with the parts of the day in line. */
export function ScheduleDays({ lane, narrow, parts, rows, more, less, heldText }: LaneProps) {
  const daysId = useId()
  const [all, setAll] = useState(false)
  const most = all ? Infinity : rows
  const { press, pressed } = usePress(lane)
  const days = narrow ? lane.days.slice(0, 1) : lane.days
  const columns = { gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }
  return (
    <>
      {/* The buttons inside are the controls; one listener serves them all, for a page has hundreds. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div id={daysId} className={`${look.days} ${days.length === 1 ? look.single : ''}`} style={columns} onClick={press}>
        {parts.map(({ id, text }, place) => {
          const used = days.some(({ times }) => firstTimes(times, most).some(({ part }) => part === id))
          return used && <p key={id} className={look.part} style={{ gridRow: partRow(place) }} aria-hidden="true">{text}</p>
        })}
        {days.map((day, column) => <ScheduleDay key={day.day} {...{ day, column, parts, heldText, pressed }} rows={most} />)}
      </div>
      {days.some(({ times }) => times.length > rows) && (
        <button type="button" className={look.more} aria-expanded={all} aria-controls={daysId} onClick={() => setAll(!all)}>
          {all ? less : more}{' '}<span className="visually-hidden">{lane.title}</span>
        </button>
      )}
    </>
  )
}

/** Of the words of a part; its times stand in the row below. The first row has the headings of the days. */
export function partRow(place: number): number {
  return 2 + 2 * place
}
