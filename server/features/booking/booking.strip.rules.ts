import { addDays, calendarDay, daysBetween } from '../../protocol/time-words.ts'

/** Specification 1 §4, §9, week strip. */
export const stripDays = 7
export const stripNarrowBelow = 800
const wideBack = 14
/** The record server offers free times for one year. */
const daysAhead = 365

export function latestDay(today: string): string {
  return addDays(today, daysAhead)
}

export interface StripStart {
  from: string
  /** The requested day is over; today is shown instead. */
  wasPast: boolean
}

/**
 * Returns the first day of the strip. A past day becomes today, with a notice; an invalid day is ignored (specification
 * 1 §5).
 */
export function stripStart(
  requested: string | undefined,
  { today, latest }: { today: string; latest: string },
): StripStart {
  const day = calendarDay(requested) ?? today
  if (day < today) return { from: today, wasPast: true }
  return { from: day > latest ? latest : day, wasPast: false }
}

export function daysFrom(from: string, count: number = stripDays): string[] {
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

/** The days of a strip that can be booked: at the end of the year it has fewer. */
export function bookableDays(from: string, latest: string, count: number = stripDays): string[] {
  return daysFrom(from, count).filter((day) => day <= latest)
}

export interface StripMoves {
  previous?: string
  next?: string
}

/** Days with a free time, as far as there are any. */
export interface Openings {
  /** The first one of all. */
  first?: string
  /** The first one after the first day of the strip. */
  afterDay?: string
  /** The first one after the strip. */
  afterWeek?: string
}

interface StripLimits {
  today: string
  latest: string
  openings?: Openings
}

/**
 * Previous goes back two weeks, never before today, and is hidden when the strip starts today. Next goes forth by whole
 * weeks and skips those without a free time.
 */
export function wideMoves(from: string, { openings: { afterWeek } = {}, ...limits }: StripLimits): StripMoves {
  const weeks = afterWeek === undefined ? 1 : Math.max(1, Math.floor(daysBetween(from, afterWeek) / stripDays))
  return moves({ from, back: wideBack, forth: weeks * stripDays, ...limits })
}

/** Next skips days without a free time. */
export function narrowMoves(from: string, { openings: { afterDay } = {}, ...limits }: StripLimits): StripMoves {
  const days = afterDay === undefined ? 1 : Math.max(1, daysBetween(from, afterDay))
  return moves({ from, back: 1, forth: days, ...limits })
}

function moves({
  from,
  back,
  forth,
  today,
  latest,
}: {
  from: string
  back: number
  forth: number
  today: string
  latest: string
}): StripMoves {
  const before = addDays(from, -back)
  const after = addDays(from, forth)
  return {
    ...(from > today ? { previous: before < today ? today : before } : {}),
    ...(after <= latest ? { next: after } : {}),
  }
}
