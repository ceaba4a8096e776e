import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { Services } from '../../services.ts'
import type { Hold } from './booking.store.ts'

export interface BookingLog {
  error(about: object, message: string): void
}

/** What holding, booking and releasing need, at one practice. */
export interface BookingServices extends Pick<Services, 'jobs'> {
  db: Db
  emr: Emr
  now: () => Date
  log: BookingLog
  publish: (topics: string[]) => void
  /** Called when times of the practice may be free again. Never rejects. */
  slotFreed: () => Promise<void>
}

/** How long a slot is held (security.md, Booking). */
export const holdMs = 10 * 60_000

/** A booking that takes longer than this was left by a killed process: the gateway gives up far earlier. */
export const abandonedAfterMs = 20_000

/** The free times of a provider: screens that show them depend on it. */
export function timesTopic(licenseeId: string, providerId: string): string {
  return `licensee:${licenseeId}/times/${providerId}`
}

export function timesTopicOf({ licenseeId, providerId }: Pick<Hold, 'licenseeId' | 'providerId'>): string {
  return timesTopic(licenseeId, providerId)
}
