import { useId, useState } from 'react'
import { firstTimes, rowOfPart, ScheduleDay } from './schedule-day.tsx'
import type { LaneProps } from './lane.ts'
import look from './schedule.module.css'
import { usePress } from './use-press.ts'

/** The days of one lane side by side, with the parts of the day aligned. */
export function ScheduleDays({ lane, narrow, parts, rows, more, less, heldText, headed }: LaneProps) {
  const daysId = useId()
  const [all, setAll] = useState(false)
  const most = all ? Infinity : rows
  const { press, pressed } = usePress(lane)
  const days = narrow ? lane.days.slice(0, 1) : lane.days
  const used = new Set(days.flatMap(({ times }) => firstTimes(times, most).map(({ part }) => part)))
  const firstUsed = Math.max(
    0,
    parts.findIndex(({ id }) => used.has(id)),
  )
  const columns = { gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }
  return (
    <div className={look.body}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the buttons inside are the controls; one listener serves hundreds */}
      <div
        id={daysId}
        className={`${look.days} ${days.length === 1 ? look.single : ''}`}
        style={columns}
        onClick={press}
      >
        {parts.map(
          ({ id, text }, place) =>
            used.has(id) && (
              <p key={id} className={look.part} style={{ gridRow: rowOfPart(place) }} aria-hidden="true">
                {text}
              </p>
            ),
        )}
        {days.map((day, column) => (
          <ScheduleDay key={day.day} {...{ day, column, parts, heldText, pressed, headed, firstUsed }} rows={most} />
        ))}
      </div>
      {days.some(({ times }) => times.length > rows) && (
        <button
          type="button"
          className={look.more}
          aria-expanded={all}
          aria-controls={daysId}
          onClick={() => setAll(!all)}
        >
          {all ? less : more} <span className="visually-hidden">{lane.title}</span>
        </button>
      )}
    </div>
  )
}
