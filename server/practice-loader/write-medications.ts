import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import type { Count } from './file-report.ts'
import type { PlannedMedication } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

/** What a patient has already stays as it is; a statement of it is known. Days are those of the practice. */
export async function writeMedications(writing: Writing, rows: PlannedMedication[], shiftDays: number): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const { tx, practice } = writing
  const numbered = rows.map((row) => ({ ...row, patientN: numberOf(writing, 'patient', row.patient) }))
  const inserted = await rowsOf(
    tx,
    sql`with given as (
        select r.*, case when length(r."authoredOn") = 10 then r."authoredOn"::date
          else (r."authoredOn"::timestamptz at time zone c.time_zone)::date end + ${shiftDays}::int as day
        from json_to_recordset(${jsonRows(numbered)}) as r("sourceId" text, "patientN" int, name text, strength text,
          dosage text, "authoredOn" text, "isStated" boolean)
        join practices c on c.practice = ${practice})
      insert into medications (practice, patient_n, source_id, name, strength, dosage, pharmacy, created_on, modified_on)
      select ${practice}, g."patientN", g."sourceId", g.name, g.strength, g.dosage, '', g.day, g.day from given g
      where not (g."isStated" and exists (
        select from medications m where m.practice = ${practice} and m.patient_n = g."patientN"
          and lower(m.name) = lower(g.name) and lower(g.strength) in ('', lower(m.strength))))
      on conflict (practice, patient_n, source_id) do nothing
      returning medication_n`,
  )
  return { fresh: inserted.length, known: rows.length - inserted.length }
}
