import type { Appointment } from '../../gateways/emr/emr.ts'

export const mostStars = 5
/** A visit is rated within thirty days, once. */
const ratableForMs = 30 * 24 * 3_600_000

type Visited = Pick<Appointment, 'startsAt' | 'minutes' | 'cancellationReason' | 'reviewStars'>

/** The first instant at which it can be rated no more. */
export function ratableUntil({ startsAt, minutes }: Pick<Visited, 'startsAt' | 'minutes'>): Date {
  return new Date(Date.parse(startsAt) + minutes * 60_000 + ratableForMs)
}

export function isRatable(visit: Visited, at: Date): boolean {
  const isOver = Date.parse(visit.startsAt) + visit.minutes * 60_000 <= at.getTime()
  const isOpen = visit.cancellationReason === undefined && visit.reviewStars === undefined
  return isOver && isOpen && at < ratableUntil(visit)
}

/** Specification 1 §4, §9: what follows a number of stars. */
export type FollowUp = 'none' | 'feedback' | 'review'

export function followUpOf(stars: number): FollowUp {
  if (stars === 0) return 'none'
  return stars <= 3 ? 'feedback' : 'review'
}

const minuteMs = 60_000
const longestPauseMs = 60 * minuteMs
/** The practice hears of a visit for as long as it may still act on it. */
const triedForMs = 7 * 24 * 60 * minuteMs

/** When to send a review again, after so many tries in vain; undefined when no longer. */
export function nextTryAt({ tries, since, at }: { tries: number; since: Date; at: Date }): Date | undefined {
  if (at.getTime() - since.getTime() > triedForMs) return undefined
  return new Date(at.getTime() + Math.min(longestPauseMs, minuteMs * 2 ** (tries - 1)))
}
