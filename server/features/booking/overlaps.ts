import type { Appointment } from '../../gateways/emr/emr.ts'
import type { Context } from '../../protocol/context.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Hold } from './booking.store.ts'
import type { BookingServices } from './booking-services.ts'

const minuteMs = 60_000
/** Nobody has more ahead. */
const most = 100

function overlapWarned(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Portal_Overlap_Warning')
}

/** The first of the appointments that goes on while the held time does; not the one that is to be moved. */
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

/** What the patient has at the held time already. A record server that cannot say it now keeps nobody from booking. */
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
    log.error({ err: error, licensee: hold.licenseeId }, 'appointments could not be looked at for an overlap')
    return undefined
  }
}
