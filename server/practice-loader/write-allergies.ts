import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import { movedDay } from './date-shift.ts'
import type { Count } from './file-report.ts'
import type { PlannedAllergy } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

/** What a patient has already stays as it is. */
export async function writeAllergies(writing: Writing, rows: PlannedAllergy[], shiftDays: number): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const { tx, practice } = writing
  const numbered = rows.map(({ patient, onset, recordedOn, ...row }) => ({
    ...row,
    onset: movedDay(onset, shiftDays),
    recordedOn: movedDay(recordedOn, shiftDays),
    patientN: numberOf(writing, 'patient', patient),
  }))
  const inserted = await rowsOf(
    tx,
    sql`insert into allergies (practice, patient_n, source_id, substance, code, code_system, reaction, severity, status,
        is_confirmed, onset, recorded_on)
      select ${practice}, r."patientN", r."sourceId", r.substance, r.code, r."codeSystem", r.reaction, r.severity,
        r.status, r."isConfirmed", r.onset, r."recordedOn"
      from json_to_recordset(${jsonRows(numbered)}) as r("patientN" int, "sourceId" text, substance text, code text,
        "codeSystem" text, reaction text, severity text, status text, "isConfirmed" boolean, onset text,
        "recordedOn" text)
      on conflict (practice, patient_n, source_id) do nothing
      returning allergy_n`,
  )
  return { fresh: inserted.length, known: rows.length - inserted.length }
}
