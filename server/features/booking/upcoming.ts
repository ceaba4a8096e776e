import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Context } from '../../protocol/context.ts'
import { bookingSettings } from './booking.settings.ts'
import type { BookingServices } from './booking-services.ts'
import { countOtherHolds, type HoldOwner } from './booking.store.ts'

/** The most upcoming appointments that are read. */
const most = 100

/** The patient's upcoming appointments; `total` counts all of them. */
export interface Upcoming {
  total: number
  items: readonly Appointment[]
}

/** Undefined when the record server is unavailable: booking goes on, within its limits an hour. */
export async function upcomingOf(
  { emr, log }: Pick<BookingServices, 'emr' | 'log'>,
  { patientId, licenseeId }: Pick<HoldOwner, 'patientId' | 'licenseeId'>,
): Promise<Upcoming | undefined> {
  try {
    return await emr.appointments({ patientId, list: 'upcoming', page: 1, size: most })
  } catch (error) {
    log.error({ err: error, licensee: licenseeId }, 'upcoming appointments could not be read before a booking')
    return undefined
  }
}

/**
 * Whether the patient has as many upcoming appointments as the practice allows (security.md), with those that are being
 * booked from other accounts.
 */
export async function isAtMost(
  context: Context,
  { db }: Pick<BookingServices, 'db'>,
  { owner, upcoming }: { owner: HoldOwner; upcoming: Upcoming | undefined },
): Promise<boolean> {
  if (!upcoming) return false
  const allowed = context.setting(bookingSettings.Portal_Most_Appointments)
  return upcoming.total + (await countOtherHolds(db, owner)) >= allowed
}
