import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { bookingSettings } from './booking.settings.ts'
import type { Context } from '../../protocol/context.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Hold } from './booking.store.ts'
import type { BookingServices } from './booking-services.ts'

const minuteMs = 60_000
/** The most upcoming appointments that are checked. */
const most = 100

function overlapWarned(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(bookingSettings.Portal_Overlap_Warning)
}

/** Returns the first appointment that overlaps the held slot, except the one to be moved. */
export function overlapOf(
  { startsAt, minutes, details }: Pick<Hold, 'startsAt' | 'minutes' | 'details'>,
  appointments: readonly Appointment[],
): Appointment | undefined {
  const from = startsAt.getTime()
  const until = from + minutes * minuteMs
  return appointments.find((other) => {
    const start = Date.parse(other.startsAt)
    return other.id !== details.moves?.appointmentId && start < until && from < start + other.minutes * minuteMs
  })
}

/**
 * Returns the patient's appointment that overlaps the held slot. Booking goes on without it when the record server is
 * unavailable.
 */
export async function findOverlap(
  context: Context,
  { emr, log }: BookingServices,
  hold: Hold,
): Promise<Appointment | undefined> {
  if (!overlapWarned(context)) return undefined
  try {
    const { items } = await emr.appointments({ patientId: hold.patientId, list: 'upcoming', page: 1, size: most })
    return overlapOf(hold, items)
  } catch (error) {
    log.error({ err: error, licensee: hold.licenseeId }, 'appointments could not be checked for an overlap')
    return undefined
  }
}
