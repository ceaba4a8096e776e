import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { bookingSettings } from './booking.settings.ts'
import type { Reads } from '../../protocol/trace.ts'
import type { Hold } from './booking.store.ts'
import type { Upcoming } from './upcoming.ts'

const minuteMs = 60_000

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

/** Returns the appointment to warn about. */
export function warnedOverlap(
  context: Pick<Reads, 'setting'>,
  { hold, upcoming }: { hold: Hold; upcoming: Upcoming | undefined },
): Appointment | undefined {
  return upcoming && overlapWarned(context) ? overlapOf(hold, upcoming.items) : undefined
}
