import { instantAt, weekdayOf } from '../../local-time.ts'
import { unitsOf } from './busy-units.ts'

export type VisitMode = 'inoffice' | 'telederm'

/** Weekly hours of one provider at one facility, in minutes after local midnight. */
export interface Opening {
  facilityN: number
  weekday: number
  startMinute: number
  endMinute: number
  mode: VisitMode
}

export interface Calendar {
  openings: Opening[]
  /** Days of absence, both ends included. */
  leave: { firstDay: string; lastDay: string }[]
  /** Units that a hold or an appointment owns. */
  busy: ReadonlySet<number>
}

export interface DayQuestion {
  facilityN: number
  zone: string
  day: string
  minutes: number
  mode: VisitMode
}

/**
 * Returns every time that the weekly hours offer on a day, taken or not: a grid of `minutes` from the start of each
 * opening.
 */
export function offeredTimes(calendar: Omit<Calendar, 'busy'>, question: DayQuestion): number[] {
  const { day } = question
  if (calendar.leave.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)) return []
  const weekday = weekdayOf(day)
  return calendar.openings
    .filter((opening) => isMeant(opening, question) && opening.weekday === weekday)
    .flatMap((opening) => grid(opening, question))
    .sort((a, b) => a - b)
}

const isMeant = (opening: Opening, { facilityN, mode }: DayQuestion): boolean =>
  opening.facilityN === facilityN && opening.mode === mode

/** Steps are elapsed time, so a day with a clock change has an hour of times less or more. */
function grid({ startMinute, endMinute }: Opening, { zone, day, minutes }: DayQuestion): number[] {
  const end = instantAt(zone, day, endMinute)
  const step = minutes * 60_000
  const times: number[] = []
  for (let at = instantAt(zone, day, startMinute); at + step <= end; at += step) times.push(at)
  return times
}

export function freeTimes(calendar: Calendar, question: DayQuestion, now: number): number[] {
  return offeredTimes(calendar, question).filter((at) => at > now && isFree(calendar.busy, at, question.minutes))
}

function isFree(busy: ReadonlySet<number>, at: number, minutes: number): boolean {
  const { first, last } = unitsOf(at, minutes)
  for (let unit = first; unit <= last; unit++) if (busy.has(unit)) return false
  return true
}
