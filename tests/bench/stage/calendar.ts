import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../server/sandbox/rows.ts'
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

/** What the record server really has, read from its database once it has stopped. */
export async function readCalendar(databases: Databases, told: readonly string[]): Promise<CalendarTruth> {
  const records = await databases.openRecords()
  try {
    const entries = await rowsOf<Entry>(
      records.db,
      sql`select external_id as reference from appointments where source = 'Patient Portal' and cancelled_at is null`,
    )
    const overlapping = await rowsOf<{ pairs: number }>(
      records.db,
      sql`select count(*)::int as pairs from appointments a join appointments b
        on b.practice = a.practice and b.employee_n = a.employee_n and b.appointment_n <> a.appointment_n
        and b.starts_at < a.starts_at + make_interval(mins => a.duration)
        and a.starts_at < b.starts_at + make_interval(mins => b.duration)
        where a.source = 'Patient Portal' and a.cancelled_at is null and b.cancelled_at is null`,
    )
    const references = new Set(entries.map(({ reference }) => reference))
    return {
      booked: entries.length,
      doubles: (overlapping[0]?.pairs ?? 0) + entries.length - references.size,
      lost: told.filter((each) => !references.has(each)).length,
    }
  } finally {
    await records.close()
  }
}
