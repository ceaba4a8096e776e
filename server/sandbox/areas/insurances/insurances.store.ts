import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

export const acceptedInsurances = (db: Db, practice: string): Promise<unknown[]> =>
  rowsOf(db, sql`select insurance_n as "Id", name as "NAME" from insurances where practice = ${practice} order by name`)

/**
 * Returns one row with three insurances, empty if there is none; undefined for an unknown patient (specification 2 §3).
 */
export const insurancesOf = (db: Db, practice: string, patientN: number): Promise<unknown> =>
  firstRow(
    db,
    sql`select coalesce(max(i.member_id) filter (where rank = 1), '') as "PATIENT_INSURANCE_CARRIER_ID",
        coalesce(max(i.carrier) filter (where rank = 1), '') as "PATIENT_INSURANCE_CARRIER",
        coalesce(max(i.group_number) filter (where rank = 1), '') as "PATIENT_INSURANCE_CARRIER_GROUP",
        coalesce(max(i.member_id) filter (where rank = 2), '') as "SECONDARY_INSURANCE_CARRIER_ID",
        coalesce(max(i.carrier) filter (where rank = 2), '') as "SECONDARY_INSURANCE_CARRIER",
        coalesce(max(i.group_number) filter (where rank = 2), '') as "SECONDARY_INSURANCE_CARRIER_GROUP",
        coalesce(max(i.member_id) filter (where rank = 3), '') as "THIRD_INSURANCE_CARRIER_ID",
        coalesce(max(i.carrier) filter (where rank = 3), '') as "THIRD_INSURANCE_CARRIER",
        coalesce(max(i.group_number) filter (where rank = 3), '') as "THIRD_INSURANCE_CARRIER_GROUP"
      from patients p
      left join patient_insurances i on i.practice = p.practice and i.patient_n = p.patient_n
      where p.practice = ${practice} and p.patient_n = ${patientN}
      group by p.practice, p.patient_n`,
  )
