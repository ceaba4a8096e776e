import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people } from '../../seed/people.ts'

interface FormPlan {
  patientN: number
  name: string
  template: string
  status: 'AssignToPatient' | 'Started' | 'Completed'
  /** Days before the seed. */
  requested: number
  updated: number
}

const { mariaAlvarez, lucasAlvarez } = people

const formsOf: Record<string, FormPlan[]> = {
  lakeside: [
    {
      patientN: mariaAlvarez.patientN,
      name: 'Medical History',
      template: 'medical-history',
      status: 'AssignToPatient',
      requested: 3,
      updated: 3,
    },
    {
      patientN: mariaAlvarez.patientN,
      name: 'Skin Cancer Screening Questionnaire',
      template: 'skin-cancer-screening',
      status: 'Started',
      requested: 12,
      updated: 8,
    },
    {
      patientN: mariaAlvarez.patientN,
      name: 'Notice of Privacy Practices',
      template: 'privacy-practices',
      status: 'Completed',
      requested: 40,
      updated: 38,
    },
    {
      patientN: lucasAlvarez.patientN,
      name: 'Consent to Treat a Minor',
      template: 'consent-minor',
      status: 'AssignToPatient',
      requested: 5,
      updated: 5,
    },
  ],
}

const columns = {
  patient_n: 'int',
  form_name: 'text',
  template_name: 'text',
  status: 'text',
  requested_at: 'timestamptz',
  updated_at: 'timestamptz',
}

/** The forms that the offices requested from the named people, around the time of the seed. */
export async function seedForms(db: Db, { plan: { practice }, now }: DemoPractice): Promise<void> {
  const before = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const rows = (formsOf[practice] ?? []).map(({ patientN, name, template, status, requested, updated }) => ({
    patient_n: patientN,
    form_name: name,
    template_name: template,
    status,
    requested_at: before(requested),
    updated_at: before(updated),
  }))
  await insertRowsOf(db, { practice, name: 'assigned_forms', columns }, rows)
}
