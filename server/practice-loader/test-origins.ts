import { sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { rowsOf } from '../db/rows.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

/** Who ordered tests, and where. */
export interface TestOrigin {
  /** Empty if nobody is known. */
  firstName: string
  lastName: string
  /** Empty if no place is known; then the zone is that of the practice. */
  facilityName: string
  zone: string
}

/** Returns the origin of each, in the same order. Without a facility it is where the provider works. */
export function readOrigins(
  writing: Writing,
  ordered: { provider?: string; facility?: string }[],
): Promise<TestOrigin[]> {
  const { tx, practice } = writing
  const rows = ordered.map(({ provider, facility }, place) => ({
    place,
    employeeN: provider === undefined ? undefined : numberOf(writing, 'provider', provider),
    facilityN: facility === undefined ? undefined : numberOf(writing, 'facility', facility),
  }))
  return rowsOf(
    tx,
    sql`select coalesce(p.first_name, '') as "firstName", coalesce(p.last_name, '') as "lastName",
        coalesce(f.name, '') as "facilityName", coalesce(f.time_zone, c.time_zone) as zone
      from json_to_recordset(${jsonRows(rows)}) as r(place int, "employeeN" int, "facilityN" int)
      join practices c on c.practice = ${practice}
      left join providers p on p.practice = c.practice and p.employee_n = r."employeeN"
      left join facilities f on f.practice = c.practice and f.facility_n = coalesce(r."facilityN",
        (select h.facility_n from provider_facilities h
          where h.practice = c.practice and h.employee_n = r."employeeN" order by h.rank limit 1))
      order by r.place`,
  )
}

interface Shift {
  zone: string
  days: number
}

/** Moves an instant by calendar days, so that nine o'clock stays nine o'clock. */
export const shifted = (instant: string, { zone, days }: Shift): DateTime =>
  DateTime.fromISO(instant, { zone }).plus({ days })

/** Returns the day (`yyyy-MM-dd`) of a day or an instant, moved. */
export const shiftedDay = (written: string, { zone, days }: Shift): string =>
  DateTime.fromISO(written, { zone }).plus({ days }).toFormat('yyyy-MM-dd')
