import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'

export interface FormRow {
  patientN: number
  name: string
  template: string
  status: string
  requestedAt: number
  updatedAt: number
}

export const formsOf = (db: Db, practice: string, patientN: number): Promise<FormRow[]> =>
  rowsOf(
    db,
    sql`select patient_n as "patientN", form_name as name, template_name as template, status,
        ${millis('requested_at')} as "requestedAt", ${millis('updated_at')} as "updatedAt"
      from assigned_forms where practice = ${practice} and patient_n = ${patientN}
      order by requested_at desc, form_name, template_name`,
  )

export interface FormStart {
  practice: string
  patientN: number
  name: string
  template: string
  now: number
}

/** Returns false if the patient has no such form. */
export async function startForm(db: Db, { practice, patientN, name, template, now }: FormStart): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update assigned_forms set status = 'Started', updated_at = ${timestamp(now)}
      where practice = ${practice} and patient_n = ${patientN} and form_name = ${name} and template_name = ${template}
        and status in ('AssignToPatient', 'Started') returning form_name`,
  )
  return rows.length > 0
}

/** Requests a form by its template if it is not requested yet, and starts it; returns false for an unknown patient. */
export async function openTemplate(db: Db, { practice, patientN, name, template, now }: FormStart): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into assigned_forms (practice, patient_n, form_name, template_name, status, requested_at, updated_at)
      select practice, patient_n, ${name}, ${template}, 'Started', ${timestamp(now)}, ${timestamp(now)}
      from patients where practice = ${practice} and patient_n = ${patientN}
      on conflict (practice, patient_n, form_name, template_name) do update set updated_at = excluded.updated_at,
        status = case assigned_forms.status when 'Completed' then 'Completed' else 'Started' end
      returning form_name`,
  )
  return rows.length > 0
}

export async function nameOfTemplate(db: Db, practice: string, template: string): Promise<string | undefined> {
  const row = await firstRow<{ name: string }>(
    db,
    sql`select form_name as name from assigned_forms where practice = ${practice} and template_name = ${template}
      order by form_name limit 1`,
  )
  return row?.name
}
