import type { Db } from '../../../db/open.ts'
import { sql } from 'drizzle-orm'
import { loadTimetables } from '../slots/calendar.store.ts'
import { offeredTimes } from '../slots/free-times.ts'
import type { Time } from './holds.store.ts'
import { dayOf } from '../../local-time.ts'
import { loadVisitLengths } from '../slots/places.store.ts'
import { firstRow } from '../../../db/rows.ts'

/** Whether the provider's weekly hours offer this time to patients. Only the database knows whether it is taken. */
export async function isOffered(db: Db, time: Time, now: number): Promise<boolean> {
  const { practice, employeeN, facilityN, startsAt, minutes } = time
  if (startsAt <= now) return false
  const facility = await firstRow<{ zone: string }>(
    db,
    sql`select f.time_zone as zone from facilities f
      join provider_facilities pf on pf.practice = f.practice and pf.facility_n = f.facility_n
      where f.practice = ${practice} and f.facility_n = ${facilityN} and pf.employee_n = ${employeeN}`,
  )
  if (!facility) return false
  const timetable = (await loadTimetables(db, practice, [employeeN])).get(employeeN)
  const lengths = await loadVisitLengths(db, practice, employeeN)
  const day = dayOf(facility.zone, startsAt)
  return lengths
    .filter((length) => length.minutes === minutes)
    .some(({ mode }) =>
      offeredTimes(timetable ?? { openings: [], leave: [] }, {
        facilityN,
        zone: facility.zone,
        day,
        minutes,
        mode,
      }).includes(startsAt),
    )
}
