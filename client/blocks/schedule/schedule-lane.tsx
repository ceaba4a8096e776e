import { memo, useId } from 'react'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'
import { ScheduleDays } from './schedule-days.tsx'
import { noTimesOf, type Lane, type LaneProps, type NoTimes } from './lane.ts'
import look from './schedule.module.css'
import { Words } from '../../parts/words.tsx'

export const ScheduleLane = memo(function ScheduleLane(props: LaneProps) {
  const { lane, narrow } = props
  const headingId = useId()
  const empty = noTimesOf(lane, narrow)
  return (
    <section className={look.lane} aria-labelledby={headingId}>
      <LaneHead lane={lane} headingId={headingId} />
      {empty ? <EmptyLane empty={empty} /> : <ScheduleDays {...props} />}
    </section>
  )
})

function LaneHead({ lane: { picture, title, lines, zone, empty }, headingId }: { lane: Lane; headingId: string }) {
  return (
    <header className={look.head}>
      {picture && <Picture picture={picture} />}
      <div className={look.who}>
        <h2 id={headingId} className={look.title}>
          {title}
        </h2>
        {/* The lines of a lane have no id, so their index is the key. */}
        {lines.map((line, place) => (
          <p key={place} className={look.line}>
            <Words words={line} />
          </p>
        ))}
      </div>
      {!empty && (
        <p className={look.zone}>
          <Icon name="clock" />
          {zone}
        </p>
      )}
    </header>
  )
}

export function EmptyLane({ empty }: { empty: NoTimes | undefined }) {
  if (!empty) return null
  const { text, next } = empty
  return (
    <div className={look.empty}>
      <p>
        <Words words={text} />
      </p>
      {next && <Button action={next.do}>{next.label}</Button>}
    </div>
  )
}
