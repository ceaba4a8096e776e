import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { Calendar } from './free-times.ts'
import { intArray, rowsOf, timestamp } from '../../../db/rows.ts'
import { unitsOf } from './busy-units.ts'

export interface CalendarQuestion {
  practice: string
  employees: number[]
  /** Instants; busy units are read between them. */
  from: number
  until: number
  now: number
}

/** Hours and leave of each provider, without busy units. */
export type Timetable = Omit<Calendar, 'busy'>

/**
 * Returns one row per provider, for the same reason as below. Every requested provider has a timetable, possibly an
 * empty one.
 */
export async function loadTimetables(db: Db, practice: string, employees: number[]): Promise<Map<number, Timetable>> {
  const rows = await rowsOf<Timetable & { employeeN: number }>(
    db,
    sql`select e.employee_n as "employeeN",
        (select coalesce(json_agg(json_build_object('facilityN', facility_n, 'weekday', weekday,
            'startMinute', start_minute, 'endMinute', end_minute, 'mode', mode)), '[]')
          from weekly_hours h where h.practice = ${practice} and h.employee_n = e.employee_n) as openings,
        (select coalesce(json_agg(json_build_object('firstDay', first_day, 'lastDay', last_day)), '[]')
          from leave_days l where l.practice = ${practice} and l.employee_n = e.employee_n) as leave
      from unnest(${intArray(employees)}) as e(employee_n)`,
  )
  return new Map(rows.map((row) => [row.employeeN, row]))
}

/**
 * Returns the busy units. Units of an expired hold count as free; the next hold deletes them. Returns one text per
 * provider: a page of sixty providers has 25,000 units, too many for a row each.
 */
export async function loadBusy(db: Db, question: CalendarQuestion): Promise<Map<number, Set<number>>> {
  const { practice, employees, from, until, now } = question
  const rows = await rowsOf<{ employeeN: number; units: string }>(
    db,
    sql`select employee_n as "employeeN", string_agg(unit_start::text, ',') as units
      from busy_units b
      where practice = ${practice} and employee_n = any(${intArray(employees)})
        and unit_start between ${unitsOf(from, 5).first} and ${unitsOf(until, 5).first}
        and (slot_id is null or exists (select 1 from slot_holds h
          where h.practice = b.practice and h.slot_id = b.slot_id and h.expires_at > ${timestamp(now)}))
      group by employee_n`,
  )
  return new Map(rows.map(({ employeeN, units }) => [employeeN, new Set(units.split(',').map(Number))]))
}
