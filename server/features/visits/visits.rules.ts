import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { opensAt, opensSoon } from '../../practice/visit-opening.rules.ts'

const minuteMs = 60_000
/** Visits run late: how long after its planned end a visit can still be joined. */
const lateMs = 60 * minuteMs

type Times = Pick<Appointment, 'startsAt' | 'minutes'>

export { opensAt, opensSoon }

/** Returns the first instant at which nobody can join. */
export function closesAt({ startsAt, minutes }: Times): Date {
  return new Date(Date.parse(startsAt) + minutes * minuteMs + lateMs)
}

export type VisitState = 'early' | 'open' | 'ended' | 'cancelled' | 'moved' | 'inoffice'

/** The appointment from the record server, and the state of its visit. */
export interface VisitFacts {
  appointment: Pick<Appointment, 'startsAt' | 'minutes' | 'mode' | 'cancellationReason'>
  visit: { startsAt: Date; endedAt: Date | null }
  at: Date
}

export function stateOf({ appointment, visit, at }: VisitFacts): VisitState {
  if (appointment.cancellationReason !== undefined) return 'cancelled'
  if (appointment.mode !== 'telederm') return 'inoffice'
  if (at >= closesAt(appointment)) return 'ended'
  if (Date.parse(appointment.startsAt) !== visit.startsAt.getTime()) return 'moved'
  if (visit.endedAt) return 'ended'
  return at < opensAt(appointment) ? 'early' : 'open'
}
