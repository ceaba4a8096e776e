import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

interface RecordChange {
  patientN: number
  kind: string
}

/** More than these are the news of the next call. */
const mostChanges = 500

/** What changed in records after a change, and the change to go on after. Without one there are none. */
export async function recordChanges(
  db: Db,
  { practice, after }: { practice: string; after: number | undefined },
): Promise<{ last: number; changes: RecordChange[] }> {
  const row = await firstRow<{ last: number }>(
    db,
    sql`select last from record_change_numbers where practice = ${practice}`,
  )
  const last = row?.last ?? 0
  if (after === undefined) return { last, changes: [] }
  const rows = await rowsOf<RecordChange & { change: number }>(
    db,
    sql`select patient_n as "patientN", kind, change from record_changes
      where practice = ${practice} and change > ${after} and change <= ${last} order by change limit ${mostChanges}`,
  )
  return {
    last: rows.length < mostChanges ? last : (rows.at(-1)?.change ?? last),
    changes: rows.map(({ patientN, kind }) => ({ patientN, kind })),
  }
}
