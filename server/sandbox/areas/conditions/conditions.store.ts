import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { rowsOf } from '../../../db/rows.ts'

interface ConditionRow {
  conditionN: number
  name: string
  code: string
  codeSystem: string
  status: string
  isConfirmed: boolean
  isOfVisit: boolean
  onset: string
  abatement: string
  recordedOn: string
}

/** By name. */
export const conditionsOf = (db: Db, practice: string, patientN: number): Promise<ConditionRow[]> =>
  rowsOf(
    db,
    sql`select condition_n as "conditionN", name, code, code_system as "codeSystem", status,
        is_confirmed as "isConfirmed", is_of_visit as "isOfVisit", onset, abatement, recorded_on as "recordedOn"
      from conditions where practice = ${practice} and patient_n = ${patientN}
      order by lower(name), condition_n`,
  )
