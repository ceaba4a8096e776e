import { useId, useMemo, useState, type MouseEvent } from 'react'
import { useRun } from '../actions/use-run.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { mediaClass } from '../render/media-class.ts'
import { ActLink } from '../render/to.tsx'
import { Picture } from './picture.tsx'
import { ScheduleDay } from './schedule-day.tsx'
import look from './schedule.module.css'
import { Words } from './words.tsx'

type Schedule = BlockOf<'schedule'>
export type Lane = Schedule['lanes'][number]

export interface LaneProps {
  lane: Lane
  block: Schedule
}

export function ScheduleLane({ lane, block }: LaneProps) {
  const headingId = useId()
  return (
    <section className={look.lane} aria-labelledby={headingId}>
      <header className={look.head}>
        {lane.picture && <Picture picture={lane.picture} />}
        <div>
          <h3 id={headingId}>{lane.title}</h3>
          {/* The lines of one lane have no other name than their place. */}
          {lane.lines.map((line, place) => <p key={place} className={look.line}><Words words={line} /></p>)}
        </div>
        <p className={look.zone}>{lane.zone}</p>
      </header>
      {lane.empty ? <EmptyLane empty={lane.empty} /> : <LaneDays lane={lane} block={block} />}
    </section>
  )
}

function EmptyLane({ empty: { text, next } }: { empty: NonNullable<Lane['empty']> }) {
  return (
    <div className={look.empty}>
      <p><Words words={text} /></p>
      {next && <ActLink className="plain-button" action={next.do}>{next.label}</ActLink>}
    </div>
  )
}

/** One listener for all of its times: a page of them has hundreds. */
function LaneDays({ lane, block }: LaneProps) {
  const { rows, more, less, narrowBelow, parts } = block
  const daysId = useId()
  const [all, setAll] = useState(false)
  const { press, pressed } = usePress(lane)
  const long = lane.days.some(({ times }) => times.length > rows)
  const span = { gridRow: `span ${parts.length + 1}` }
  return (
    <>
      <div id={daysId} className={`${look.days} ${lane.days.length === 1 ? look.single : ''}`} onClick={press}>
        {lane.days.map((day, place) => (
          <div key={day.day} className={`${look.day} ${place > 0 ? mediaClass(narrowBelow) : ''}`} style={span}>
            <ScheduleDay day={day} block={block} all={all} pressed={pressed} />
          </div>
        ))}
      </div>
      {long && (
        <button type="button" className={look.more} aria-expanded={all} aria-controls={daysId} onClick={() => setAll(!all)}>
          {all ? less : more}<span className="visually-hidden"> {lane.title}</span>
        </button>
      )}
    </>
  )
}

function usePress(lane: Lane) {
  const { run, running } = useRun()
  const [last, setLast] = useState<string>()
  const actions = useMemo(() => new Map(lane.days.flatMap(({ times }) => times.map((time) => [time.id, time.do]))), [lane])
  const press = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('button[data-time]') // a listener of elements
    const id = button?.dataset.time
    const action = id === undefined ? undefined : actions.get(id)
    if (!action || button?.getAttribute('aria-disabled') === 'true') return
    setLast(id)
    void run(action)
  }
  return { press, pressed: running ? last : undefined }
}
