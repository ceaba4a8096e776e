import type { BlockProps } from '../../render/block-props.ts'
import { ScheduleLane } from './schedule-lane.tsx'
import look from './schedule.module.css'
import { useBelow } from '../../base/use-below.ts'

export function ScheduleBlock({
  block: { lanes, label, narrowBelow, parts, rows, more, less, heldText },
}: BlockProps<'schedule'>) {
  const narrow = useBelow(narrowBelow)
  // One by one rather than as an object, so that a lane is drawn again only when something of its own has changed.
  const shared = { narrow, parts, rows, more, less, heldText }
  return (
    <div className={look.schedule} role="group" aria-label={label}>
      {lanes.map((lane) => (
        <ScheduleLane key={lane.id} lane={lane} {...shared} />
      ))}
    </div>
  )
}
