import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { rowsOf } from '../../../db/rows.ts'

interface RecordRow {
  ccdaId: number
  /** `yyyy-MM-dd`. */
  day: string
}

/** The latest first. */
export const visitRecordsOf = (db: Db, practice: string, emrid: string): Promise<RecordRow[]> =>
  rowsOf(
    db,
    sql`select ccda_id as "ccdaId", created_on::text as day
      from visit_records join patients using (practice, patient_n)
      where practice = ${practice} and emrid = ${emrid}
      order by created_on desc, ccda_id desc`,
  )

interface Range {
  emrid: string
  /** The first and the last day, `yyyy-MM-dd`. */
  start: string
  end: string
}

/** As visitRecordsOf, of these days, with the documents. */
export const visitRecordFiles = (db: Db, practice: string, range: Range): Promise<(RecordRow & { xml: string })[]> =>
  rowsOf(
    db,
    sql`select ccda_id as "ccdaId", created_on::text as day, xml
      from visit_records join patients using (practice, patient_n)
      where practice = ${practice} and emrid = ${range.emrid}
        and created_on between ${range.start}::date and ${range.end}::date
      order by created_on desc, ccda_id desc`,
  )
