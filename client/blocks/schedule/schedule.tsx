import type { BlockOf } from '../../../schemas/blocks.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { FoldedLanes } from './folded-lanes.tsx'
import { noTimesOf } from './lane.ts'
import { ScheduleLane } from './schedule-lane.tsx'
import { useKeptTimes } from './use-kept-times.ts'
import look from './schedule.module.css'
import { useBelow } from '../../base/use-below.ts'

type Schedule = BlockOf<'schedule'>

export function ScheduleBlock({
  block: { lanes: drawn, label, narrowBelow, parts, rows, more, less, heldText, goneText, headed, fold },
}: BlockProps<'schedule'>) {
  const narrow = useBelow(narrowBelow)
  const lanes = useKeptTimes(drawn, goneText)
  // Separate props instead of one object, so that a lane renders again only if its own data changed.
  const shared = { narrow, parts, rows, more, less, heldText, headed }
  const words = narrow ? fold?.narrow : fold?.wide
  const { open, folded } = words === undefined ? { open: lanes, folded: [] } : divided(lanes, narrow)
  return (
    <div className={`${look.schedule} ${headed ? look.headed : ''}`} role="group" aria-label={label}>
      {open.map((lane) => (
        <ScheduleLane key={lane.id} lane={lane} {...shared} />
      ))}
      {words !== undefined && folded.length > 0 && <FoldedLanes words={words} lanes={folded} narrow={narrow} />}
    </div>
  )
}

function divided(lanes: Schedule['lanes'], narrow: boolean) {
  return {
    open: lanes.filter((lane) => noTimesOf(lane, narrow) === undefined),
    folded: lanes.filter((lane) => noTimesOf(lane, narrow) !== undefined),
  }
}
