import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { isTaken, isUnknownReference, retryConflicts } from './conflicts.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'
import { unitsOf } from '../slots/busy-units.ts'

/** How long a time is held without being booked. */
const holdMs = 10 * 60_000

export interface Time {
  practice: string
  employeeN: number
  facilityN: number
  startsAt: number
  minutes: number
}

/**
 * Takes every unit of a time in one statement: all of them or, if one is taken already, none. Returns the hold's
 * number, 0 for none.
 */
export async function holdTime(db: Db, time: Time, now: number): Promise<number> {
  await endHolds(db, time, now)
  const { first, last } = unitsOf(time.startsAt, time.minutes)
  const insert = sql`
    with slot as (
      insert into slot_holds (practice, employee_n, facility_n, starts_at, duration, expires_at)
      values (${time.practice}, ${time.employeeN}, ${time.facilityN}, ${timestamp(time.startsAt)}, ${time.minutes},
        ${timestamp(now + holdMs)})
      returning practice, employee_n, slot_id
    )
    insert into busy_units (practice, employee_n, unit_start, slot_id)
    select slot.practice, slot.employee_n, unit, slot.slot_id
    from slot, generate_series(${first}::int, ${last}::int) unit
    order by unit
    returning slot_id as "slotId"`
  try {
    const held = await retryConflicts(() => firstRow<{ slotId: number }>(db, insert))
    return held?.slotId ?? 0
  } catch (error) {
    if (isTaken(error) || isUnknownReference(error)) return 0
    throw error
  }
}

/** Releases the expired holds of this provider. */
function endHolds(db: Db, { practice, employeeN }: Time, now: number): Promise<unknown> {
  const query = sql`
    with ended as (
      delete from slot_holds
      where practice = ${practice} and employee_n = ${employeeN} and expires_at <= ${timestamp(now)}
      returning slot_id
    )
    delete from busy_units where practice = ${practice} and slot_id in (select slot_id from ended)`
  return retryConflicts(() => rowsOf(db, query))
}

/** Releases a held time. A hold that was booked, has expired or never existed is ignored. */
export async function releaseHold(db: Db, practice: string, slotId: number): Promise<void> {
  const release = sql`
    with ended as (
      delete from slot_holds where practice = ${practice} and slot_id = ${slotId} returning slot_id
    )
    delete from busy_units where practice = ${practice} and slot_id in (select slot_id from ended)`
  await retryConflicts(() => rowsOf(db, release))
}

export interface HeldTime {
  practice: string
  provider: string
  startsAt: number
  minutes: number
  zone: string
  expiresAt: number
}

/** Returns the current holds of every practice, soonest first. */
export const heldTimes = (db: Db, now: number): Promise<HeldTime[]> =>
  rowsOf(
    db,
    sql`select h.practice, e.first_name || ' ' || e.last_name as provider, ${millis('h.starts_at')} as "startsAt",
      h.duration as minutes, f.time_zone as zone, ${millis('h.expires_at')} as "expiresAt"
    from slot_holds h
    join providers e on e.practice = h.practice and e.employee_n = h.employee_n
    join facilities f on f.practice = h.practice and f.facility_n = h.facility_n
    where h.expires_at > ${timestamp(now)}
    order by h.starts_at, h.practice, h.slot_id
    limit 100`,
  )
