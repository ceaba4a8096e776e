import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { rowsOf } from '../../../db/rows.ts'

interface MedicationRow {
  medicationN: number
  name: string
  strength: string
  dosage: string
  pharmacy: string
  /** `yyyy-MM-dd`. */
  createdOn: string
  modifiedOn: string
}

/** By name. */
export const medicationsOf = (db: Db, practice: string, patientN: number): Promise<MedicationRow[]> =>
  rowsOf(
    db,
    sql`select medication_n as "medicationN", name, strength, dosage, pharmacy, created_on::text as "createdOn",
        modified_on::text as "modifiedOn"
      from medications where practice = ${practice} and patient_n = ${patientN}
      order by lower(name), medication_n`,
  )
