import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { people } from '../../seed/people.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { addDays } from '../../local-time.ts'

const columns = { patient_n: 'int', service: 'text', planned_for: 'date', amount: 'int', good_until: 'date' }

/** One estimate of Maria Alvarez. */
export async function seedEstimates(db: Db, { plan: { practice }, today }: DemoPractice): Promise<void> {
  if (practice !== people.mariaAlvarez.practice) return
  const estimate = {
    patient_n: people.mariaAlvarez.patientN,
    service: 'Excision of a benign lesion',
    planned_for: addDays(today, 24),
    amount: 28_500,
    good_until: addDays(today, 180),
  }
  await insertRowsOf(db, { practice, name: 'estimates', columns }, [estimate])
}
