import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../server/sandbox/rows.ts'
import type { Db } from '../../../server/db/open.ts'
import type { Databases } from './databases.ts'

export interface CalendarTruth {
  /** Appointments that came through the portal. */
  booked: number
  /** Pairs that share a provider and a minute, and further appointments under one reference. */
  doubles: number
  /** References that a person was told are booked, without an appointment. */
  lost: number
}

interface Entry {
  reference: string | null
}

/** What people were told of changes; a time is an ISO instant. */
export interface ChangesTold {
  booked: readonly string[]
  cancelled: readonly string[]
  moved: ReadonlyMap<string, string>
}

interface ChangedEntry extends Entry {
  id: string
  startsAt: string
  isCancelled: boolean
}

/** The same after people also cancelled and moved: nothing that they were told may be untrue. */
export async function readChangedCalendar(
  databases: Databases,
  { booked, cancelled, moved }: ChangesTold,
): Promise<CalendarTruth> {
  const records = await databases.openRecords()
  try {
    const entries = await rowsOf<ChangedEntry>(
      records.db,
      sql`select appointment_n::text as id, external_id as reference, cancelled_at is not null as "isCancelled",
          to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as "startsAt"
        from appointments where source = 'Patient Portal'`,
    )
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    const references = new Set(entries.map(({ reference }) => reference))
    const untrue = [
      ...booked.filter((each) => !references.has(each)),
      ...cancelled.filter((id) => !byId.get(id)?.isCancelled),
      ...[...moved].filter(([id, startsAt]) => byId.get(id)?.startsAt !== startsAt),
    ]
    return {
      booked: entries.length,
      doubles: (await sharedTimes(records.db)) + entries.length - references.size + (await wrongUnits(records.db)),
      lost: untrue.length,
    }
  } finally {
    await records.close()
  }
}

/** Appointments to come whose units of the calendar are not exactly their own: a time freed or kept by mistake. */
async function wrongUnits(db: Db): Promise<number> {
  const [row] = await rowsOf<{ wrong: number }>(
    db,
    sql`select count(*)::int as wrong from (
      select a.appointment_n, a.cancelled_at, ceil(a.duration / 5.0) as needed,
        count(b.unit_start) filter (where b.unit_start * 300 >= extract(epoch from a.starts_at)
          and b.unit_start * 300 < extract(epoch from a.starts_at) + a.duration * 60) as right_units,
        count(b.unit_start) as units
      from appointments a left join busy_units b on b.practice = a.practice and b.appointment_n = a.appointment_n
      where a.source = 'Patient Portal' group by a.practice, a.appointment_n
      ) as each where units <> right_units or units <> case when cancelled_at is null then needed else 0 end`,
  )
  return row?.wrong ?? 0
}

/** What the record server really has, read from its database once it has stopped. */
export async function readCalendar(databases: Databases, told: readonly string[]): Promise<CalendarTruth> {
  const records = await databases.openRecords()
  try {
    const entries = await rowsOf<Entry>(
      records.db,
      sql`select external_id as reference from appointments where source = 'Patient Portal' and cancelled_at is null`,
    )
    const references = new Set(entries.map(({ reference }) => reference))
    return {
      booked: entries.length,
      doubles: (await sharedTimes(records.db)) + entries.length - references.size,
      lost: told.filter((each) => !references.has(each)).length,
    }
  } finally {
    await records.close()
  }
}

/** Appointments of the portal that overlap another of the same provider. */
async function sharedTimes(db: Db): Promise<number> {
  const [row] = await rowsOf<{ pairs: number }>(
    db,
    sql`select count(*)::int as pairs from appointments a join appointments b
      on b.practice = a.practice and b.employee_n = a.employee_n and b.appointment_n <> a.appointment_n
      and b.starts_at < a.starts_at + make_interval(mins => a.duration)
      and a.starts_at < b.starts_at + make_interval(mins => b.duration)
      where a.source = 'Patient Portal' and a.cancelled_at is null and b.cancelled_at is null`,
  )
  return row?.pairs ?? 0
}
