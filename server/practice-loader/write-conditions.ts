import { sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import { movedDay } from './date-shift.ts'
import type { Count } from './file-report.ts'
import type { PlannedCondition } from './load-plan.ts'
import { jsonRows, numberOf, type Writing } from './source-names.ts'

/** What a patient has already stays as it is. */
export async function writeConditions(writing: Writing, rows: PlannedCondition[], shiftDays: number): Promise<Count> {
  if (rows.length === 0) return { fresh: 0, known: 0 }
  const { tx, practice } = writing
  const numbered = rows.map(({ patient, onset, abatement, recordedOn, ...row }) => ({
    ...row,
    onset: movedDay(onset, shiftDays),
    abatement: movedDay(abatement, shiftDays),
    recordedOn: movedDay(recordedOn, shiftDays),
    patientN: numberOf(writing, 'patient', patient),
  }))
  const inserted = await rowsOf(
    tx,
    sql`insert into conditions (practice, patient_n, source_id, name, code, code_system, status, is_confirmed,
        is_of_visit, onset, abatement, recorded_on)
      select ${practice}, r."patientN", r."sourceId", r.name, r.code, r."codeSystem", r.status, r."isConfirmed",
        r."isOfVisit", r.onset, r.abatement, r."recordedOn"
      from json_to_recordset(${jsonRows(numbered)}) as r("patientN" int, "sourceId" text, name text, code text,
        "codeSystem" text, status text, "isConfirmed" boolean, "isOfVisit" boolean, onset text, abatement text,
        "recordedOn" text)
      on conflict (practice, patient_n, source_id) do nothing
      returning condition_n`,
  )
  return { fresh: inserted.length, known: rows.length - inserted.length }
}
