import type { BlockOf } from '../../../schemas/blocks.ts'

type Schedule = BlockOf<'schedule'>
export type Lane = Schedule['lanes'][number]
export type NoTimes = NonNullable<Lane['empty']>

export interface LaneProps extends Pick<Schedule, 'parts' | 'rows' | 'more' | 'less' | 'heldText' | 'headed'> {
  lane: Lane
  /** Only the first day fits. */
  narrow: boolean
}

/** What stands instead of the days of a lane that has no time in what shows. */
export function noTimesOf({ empty, later }: Lane, narrow: boolean): NoTimes | undefined {
  return empty ?? (narrow ? later : undefined)
}
