import { memo } from 'react'
import type { BlockProps } from '../render/block-props.ts'
import { ScheduleLane } from './schedule-lane.tsx'
import look from './schedule.module.css'

const Lane = memo(ScheduleLane)

export function ScheduleBlock({ block }: BlockProps<'schedule'>) {
  return (
    <div className={look.schedule} role="group" aria-label={block.label}>
      {block.lanes.map((lane) => <Lane key={lane.id} lane={lane} block={block} />)}
    </div>
  )
}
