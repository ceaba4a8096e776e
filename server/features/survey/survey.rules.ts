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
  return visit.reviewStars === undefined && unratable(visit, at) === undefined
}

/** Returns why nobody can rate a visit at that time; undefined for one that can be rated, once. */
export function unratable(visit: Visited, at: Date): 'cancelled' | 'early' | 'late' | undefined {
  if (visit.cancellationReason !== undefined) return 'cancelled'
  if (at.getTime() < Date.parse(visit.startsAt) + visit.minutes * 60_000) return 'early'
  return at < ratableUntil(visit) ? undefined : 'late'
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
