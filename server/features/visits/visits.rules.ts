import type { Appointment } from '../../gateways/emr/emr.ts'

const minuteMs = 60_000
/** Specification 1 §4, §9: joining is allowed from 5 minutes before the visit. */
const earlyMs = 5 * minuteMs
/** Visits run late: so long after its planned end one can still join. */
const lateMs = 60 * minuteMs

type Times = Pick<Appointment, 'startsAt' | 'minutes'>

export function opensAt({ startsAt }: Pick<Times, 'startsAt'>): Date {
  return new Date(Date.parse(startsAt) - earlyMs)
}

/** Whether it is worth waiting on the page. */
export function opensSoon({ startsAt }: Pick<Times, 'startsAt'>, at: Date): boolean {
  return opensAt({ startsAt }).getTime() - at.getTime() <= 60 * minuteMs
}

/** The first instant at which nobody joins any more. */
export function closesAt({ startsAt, minutes }: Times): Date {
  return new Date(Date.parse(startsAt) + minutes * minuteMs + lateMs)
}

export type VisitState = 'early' | 'open' | 'ended' | 'cancelled' | 'moved' | 'inoffice'

/** The appointment as the record server has it now, and what is known of its visit. */
export interface VisitFacts {
  appointment: Pick<Appointment, 'startsAt' | 'minutes' | 'mode' | 'cancellationReason'>
  visit: { startsAt: Date; endedAt: Date | null }
  at: Date
}

export function stateOf({ appointment, visit, at }: VisitFacts): VisitState {
  if (appointment.cancellationReason !== undefined) return 'cancelled'
  if (appointment.mode !== 'telederm') return 'inoffice'
  if (visit.endedAt || at >= closesAt(appointment)) return 'ended'
  if (Date.parse(appointment.startsAt) !== visit.startsAt.getTime()) return 'moved'
  return at < opensAt(appointment) ? 'early' : 'open'
}
