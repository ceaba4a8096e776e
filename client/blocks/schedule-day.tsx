import { memo } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Lane } from './schedule-lane.tsx'
import look from './schedule.module.css'
import { Spinner } from './spinner.tsx'

type Schedule = BlockOf<'schedule'>
type Day = Lane['days'][number]
type Time = Day['times'][number]

interface DayProps {
  day: Day
  block: Schedule
  /** Every time, not only the first rows. */
  all: boolean
  /** The time that is being asked for. */
  pressed: string | undefined
}

export const ScheduleDay = memo(function ScheduleDay({ day: { heading, times, none }, block, all, pressed }: DayProps) {
  const shown = all ? times : times.filter((time, place) => place < block.rows || time.state === 'held')
  return (
    <>
      <h4 className={look.heading}>{heading}</h4>
      {block.parts.map(({ id, text }, place) => {
        const own = shown.filter(({ part }) => part === id)
        if (own.length === 0) return <p key={id} className={look.none}>{place === 0 && times.length === 0 ? none : ''}</p>
        return (
          <div key={id} className={look.part}>
            <p className={look.partName}>{text}</p>
            <ul className={look.times}>
              {own.map((time) => <li key={time.id}><TimeButton time={time} heldText={block.heldText} pressed={pressed === time.id} /></li>)}
            </ul>
          </div>
        )
      })}
    </>
  )
})

function TimeButton({ time: { id, text, about, state }, heldText, pressed }: { time: Time; heldText: string; pressed: boolean }) {
  const held = state === 'held'
  return (
    <button type="button" data-time={id} className={held ? look.held : look.time} aria-disabled={state === 'full' || undefined} aria-busy={pressed || undefined}>
      {(held || pressed) && <Spinner />}
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{held ? `${about}, ${heldText}` : about}</span>
    </button>
  )
}
