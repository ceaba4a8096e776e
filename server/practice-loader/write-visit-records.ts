import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedVisitRecord } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

/** A document that was loaded before is known, whatever its file was called. */
export async function writeVisitRecords(
  writing: Writing,
  rows: PlannedVisitRecord[],
  shiftDays: number,
): Promise<Count> {
  const { tx, practice } = writing
  const numbered = rows.map((row) => ({ ...row, patientN: numberOf(writing, 'patient', row.patient) }))
  const inserted = await rowsOf(
    tx,
    sql`insert into visit_records (practice, patient_n, created_on, xml, digest)
      select ${practice}, r."patientN", r.day::date + ${shiftDays}::int, r.xml, r.digest
      from json_to_recordset(${jsonRows(numbered)}) as r("patientN" int, day text, xml text, digest text)
      on conflict do nothing
      returning ccda_id`,
  )
  return { fresh: inserted.length, known: rows.length - inserted.length }
}
