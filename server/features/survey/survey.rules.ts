import { appointmentsOffered } from '../../practice/offered.ts'
import type { PartOffer } from '../../protocol/definitions.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'

export const mostStars = 5
/** A visit is rated within thirty days, once. */
export const ratableForMs = 30 * 24 * 3_600_000

type Visited = Pick<Appointment, 'startsAt' | 'minutes' | 'cancellationReason' | 'reviewStars'>

/** Returns the first instant at which it can no longer be rated. */
export function ratableUntil({ startsAt, minutes }: Pick<Visited, 'startsAt' | 'minutes'>): Date {
  return new Date(Date.parse(startsAt) + minutes * 60_000 + ratableForMs)
}

export function isRatable(visit: Visited, at: Date): boolean {
  const isOver = Date.parse(visit.startsAt) + visit.minutes * 60_000 <= at.getTime()
  const isOpen = visit.cancellationReason === undefined && visit.reviewStars === undefined
  return isOver && isOpen && at < ratableUntil(visit)
}

/** Specification 1 §4, §9: the step after a number of stars. */
export type FollowUp = 'none' | 'feedback' | 'review'

export function followUpOf(stars: number): FollowUp {
  if (stars === 0) return 'none'
  return stars <= 3 ? 'feedback' : 'review'
}

/** When people can review visits, and what they read while they cannot. */
export const surveyOffer = {
  offered: appointmentsOffered,
  off: { what: 'Reviewing visits', outcome: 'Nothing was sent.' },
} as const satisfies PartOffer
