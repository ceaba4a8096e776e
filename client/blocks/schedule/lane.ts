import type { BlockOf } from '../../../schemas/blocks.ts'

type Schedule = BlockOf<'schedule'>
export type Lane = Schedule['lanes'][number]

export interface LaneProps extends Pick<Schedule, 'parts' | 'rows' | 'more' | 'less' | 'heldText'> {
  lane: Lane
  /** Only the first day has room. */
  narrow: boolean
}
