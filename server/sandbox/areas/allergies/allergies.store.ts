import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { rowsOf } from '../../../db/rows.ts'

interface AllergyRow {
  allergyN: number
  substance: string
  code: string
  codeSystem: string
  reaction: string
  severity: string
  status: string
  isConfirmed: boolean
  onset: string
  recordedOn: string
}

/** By substance. */
export const allergiesOf = (db: Db, practice: string, patientN: number): Promise<AllergyRow[]> =>
  rowsOf(
    db,
    sql`select allergy_n as "allergyN", substance, code, code_system as "codeSystem", reaction, severity, status,
        is_confirmed as "isConfirmed", onset, recorded_on as "recordedOn"
      from allergies where practice = ${practice} and patient_n = ${patientN}
      order by lower(substance), allergy_n`,
  )
