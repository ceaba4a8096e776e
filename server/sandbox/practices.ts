import { sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { rowsOf } from './rows.ts'

/** What every route of the record server needs. `now` answers milliseconds since 1970. */
export interface Sandbox {
  db: Db
  now: () => number
  practices: ReadonlyMap<string, Practice>
}

export interface Practice {
  practice: string
  name: string
  licenseName: string
  websiteId: number
  timeZone: string
}

export async function loadPractices(db: Db): Promise<Map<string, Practice>> {
  const rows = await rowsOf<Practice>(
    db,
    sql`select practice, name, license_name as "licenseName", website_id as "websiteId", time_zone as "timeZone" from practices`,
  )
  return new Map(rows.map((row) => [row.practice, row]))
}
