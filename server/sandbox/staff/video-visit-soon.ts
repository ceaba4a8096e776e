import { sql } from 'drizzle-orm'
import { bookHold } from '../areas/booking/bookings.store.ts'
import { holdTime, releaseHold } from '../areas/booking/holds.store.ts'
import type { Sandbox } from '../practices.ts'
import { rowsOf } from '../../db/rows.ts'

const slotMs = 5 * 60_000
const minutes = 15

/**
 * Books a video visit at the next five-minute mark: with a provider of video visits, or where all of them are busy with
 * any other who is free. Returns its number, 0 if there is no provider or patient.
 */
export async function bookVideoVisitSoon(
  { db, now }: Pick<Sandbox, 'db' | 'now'>,
  { practice, patientN }: { practice: string; patientN: number },
): Promise<number> {
  const places = await rowsOf<{ employeeN: number; facilityN: number }>(
    db,
    sql`select p.employee_n as "employeeN", f.facility_n as "facilityN" from providers p
      join provider_facilities f on f.practice = p.practice and f.employee_n = p.employee_n and f.rank = 0
      where p.practice = ${practice} order by p.sees_telehealth desc, p.employee_n`,
  )
  const at = now()
  const startsAt = Math.ceil(at / slotMs) * slotMs
  for (const place of places) {
    const time = { practice, ...place, startsAt, minutes }
    const slotId = await holdTime(db, time, at)
    if (slotId === 0) continue
    const visit = { typeName: 'Existing Patient - TeleHealth Appointment', mode: 'telederm', source: 'office' } as const
    const booked = await bookHold(db, { ...time, ...visit, slotId, patientN, comment: '', externalId: '' }, at)
    if (booked === 0) await releaseHold(db, practice, slotId)
    return booked
  }
  return 0
}
