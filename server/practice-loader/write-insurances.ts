import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedInsurance } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

/** Patients who have an insurance already keep it: the practice may have changed it since. */
export async function writeInsurances(writing: Writing, rows: PlannedInsurance[]): Promise<Count> {
  const { tx, practice } = writing
  const numbered = rows.map((row) => ({ ...row, patientN: numberOf(writing, 'patient', row.patient) }))
  const inserted = await rowsOf(
    tx,
    sql`insert into patient_insurances (practice, patient_n, rank, carrier, member_id, group_number)
      select ${practice}, r."patientN", r.rank, r.carrier, r."memberId", r."groupNumber"
      from json_to_recordset(${jsonRows(numbered)}) as r("patientN" int, rank int, carrier text, "memberId" text,
        "groupNumber" text)
      where not exists (select 1 from patient_insurances i
        where i.practice = ${practice} and i.patient_n = r."patientN")
      on conflict do nothing
      returning rank`,
  )
  return { fresh: inserted.length, known: rows.length - inserted.length }
}
