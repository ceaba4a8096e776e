import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { BookedAppointment } from '../../practice/extension-points.ts'
import type { Services } from '../../services.ts'
import type { Hold } from './booking.store.ts'

export interface BookingLog {
  error(about: object, message: string): void
}

/** The services for holding, booking and releasing at one practice. */
export interface BookingServices extends Pick<Services, 'jobs'> {
  db: Db
  emr: Emr
  now: () => Date
  log: BookingLog
  publish: (topics: string[]) => void
  /** Called when slots of the practice may be free again. */
  slotReleased: () => void
  /** Called in the transaction that stores a booking or a move. */
  booked: (tx: Db, appointment: BookedAppointment) => Promise<void>
}

/** How long a slot is held (security.md, Booking). */
export const holdMs = 10 * 60_000

/** A booking older than this was abandoned by a killed process: the gateway times out far earlier. */
export const abandonedAfterMs = 20_000

/** Returns the topic of a provider's free times; screens that show them depend on it. */
export function timesTopic(licenseeId: string, providerId: string): string {
  return `licensee:${licenseeId}/times/${providerId}`
}

export function timesTopicOf({ licenseeId, providerId }: Pick<Hold, 'licenseeId' | 'providerId'>): string {
  return timesTopic(licenseeId, providerId)
}
