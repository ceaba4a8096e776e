import Type from 'typebox'
import { addDays, dayFromPath } from './local-time.ts'
import { Refusal } from './refusal.ts'

/** A number of a record as it appears in paths and queries; fits the integer columns. */
export const RecordNumber = Type.Integer({ minimum: -1, maximum: 2_147_483_647 })

export const AppointmentByQuery = Type.Object({ appt_id: RecordNumber })

export const Page = {
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 200, default: 10 }),
}

/** An instant with its offset, as RFC 3339 writes it. */
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$',
})

export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** Throws a refusal with status 400 for an invalid day. */
export function knownDay(day: string): string {
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`)) || addDays(day, 0) !== day)
    throw new Refusal(400, 'There is no such day.')
  return day
}

/** Throws a refusal with status 400 for an invalid day. */
export function pathDay(text: string): string {
  const day = dayFromPath(text)
  if (!day) throw new Refusal(400, 'A date is written MM-dd-yyyy.')
  return day
}

export function instantOf(text: string): number {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new Refusal(400, 'An instant is written as in RFC 3339.')
  return instant
}
