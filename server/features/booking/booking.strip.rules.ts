import { addDays, calendarDay } from '../../protocol/time-words.ts'

/** Specification 1 §4, §9, week strip. */
export const stripDays = 7
export const stripNarrowBelow = 800
const wideBack = 14
/** The record server looks a year ahead for free times. */
const daysAhead = 365

export function latestDay(today: string): string {
  return addDays(today, daysAhead)
}

export interface StripStart {
  from: string
  /** The address names a day that is over; today is shown instead. */
  wasPast: boolean
}

/** The first day of the strip. A day that is over counts as today and is said; what is no day is ignored (specification 1 §5). */
export function stripStart(
  asked: string | undefined,
  { today, latest }: { today: string; latest: string },
): StripStart {
  const day = calendarDay(asked) ?? today
  if (day < today) return { from: today, wasPast: true }
  return { from: day > latest ? latest : day, wasPast: false }
}

export function daysFrom(from: string, count: number = stripDays): string[] {
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

export interface StripMoves {
  previous?: string
  next?: string
}

/** Previous goes back two weeks, never before today, and is hidden when the strip starts today. */
export function wideMoves(from: string, limits: { today: string; latest: string }): StripMoves {
  return moves({ from, back: wideBack, forth: stripDays, ...limits })
}

export function narrowMoves(from: string, limits: { today: string; latest: string }): StripMoves {
  return moves({ from, back: 1, forth: 1, ...limits })
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
