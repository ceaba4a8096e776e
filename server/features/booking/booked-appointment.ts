import type { BookedAppointment } from '../../practice/extension-points.ts'
import type { Hold } from './booking.store.ts'

/** Returns the appointment that a hold has become. */
export function bookedAppointment(hold: Hold, id: string): BookedAppointment {
  const { licenseeId, patientId, startsAt, minutes, mode, details } = hold
  const { origin, moves } = details
  const booked = { id, licenseeId, patientId, startsAt: startsAt.toISOString(), minutes, mode }
  return { ...booked, ...(origin ? { origin } : {}), ...(moves ? { movedFrom: moves.startsAt } : {}) }
}
