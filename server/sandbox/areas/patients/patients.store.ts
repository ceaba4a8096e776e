import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { comparedName, isFirstNameOf } from '../../../../schemas/compared-name.ts'
import { firstRow, rowsOf } from '../../../db/rows.ts'

const patientRows = sql`
  select patient_n as "Patient_n", emrid as "EMRID", first_name as "PatientFirstName", last_name as "PatientLastName",
    dob::text as "PatientDOB", gender as "PatientGender", zip as "PatientZIP", cell_phone as "PatientCellPhone",
    email as "PatientEmail", address as "PatientAddress", second_address as "PatientSecondAddress", city as "PatientCity", state as "PatientState"
  from patients`

export const findPatient = (db: Db, practice: string, patientN: number): Promise<unknown> =>
  firstRow(db, sql`${patientRows} where practice = ${practice} and patient_n = ${patientN}`)

/** Returns false for an unknown patient. */
export async function disablePatient(db: Db, practice: string, patientN: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`update patients set portal_disabled_at = now() where practice = ${practice} and patient_n = ${patientN}
      returning patient_n`,
  )
  return row !== undefined
}

/** Returns the e-mail address of the office of a patient's practice; undefined for an unknown patient. */
export async function officeMailOf(db: Db, practice: string, patientN: number): Promise<string | undefined> {
  const row = await firstRow<{ mail: string }>(
    db,
    sql`select c.office_mail as mail from practices c join patients p on p.practice = c.practice
      where p.practice = ${practice} and p.patient_n = ${patientN}`,
  )
  return row?.mail
}

export interface Identity {
  practice: string
  firstName: string
  lastName: string
  /** `yyyy-MM-dd`. */
  dob: string
  gender: number
  zip: string
}

/**
 * Returns the records of a person, for sign-up, with the number of an account of an earlier portal. Names are those of a
 * person however they are typed, the first one with or without middle names.
 */
export async function findByIdentity(db: Db, who: Identity): Promise<unknown[]> {
  const lastName = comparedName(who.lastName)
  const born = await rowsOf<{ patienT_FIRST_NAME: string; patienT_LAST_NAME: string }>(
    db,
    sql`select earlier_account_n as "patienT_MRA_ID", cell_phone as "patienT_CELL_PHONE", email as "patienT_EMAIL",
        patient_n as "patienT_N", emrid as "EMRID", first_name as "patienT_FIRST_NAME", last_name as "patienT_LAST_NAME"
      from patients
      where practice = ${who.practice} and dob = ${who.dob}::date and gender = ${who.gender}
        and left(zip, 5) = left(${who.zip}::text, 5)
      order by patient_n`,
  )
  return born.filter(
    ({ patienT_FIRST_NAME: firstNames, patienT_LAST_NAME: last }) =>
      comparedName(last) === lastName && isFirstNameOf(who.firstName, firstNames),
  )
}
