import type { Db } from '../../../db/open.ts'
import { addDays } from '../../local-time.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people, type NamedPerson } from '../../seed/people.ts'

/** Substance, reaction and severity, as a practice may write them. */
const plans: readonly { person: NamedPerson; allergies: readonly (readonly [string, string, string])[] }[] = [
  {
    person: people.mariaAlvarez,
    allergies: [
      ['Penicillin', 'Hives', 'moderate'],
      ['Latex', 'Itching & redness', 'mild'],
    ],
  },
  { person: people.lucasAlvarez, allergies: [['Peanut', 'Swelling', 'severe']] },
  { person: people.benCarter, allergies: [['Sulfa drugs', 'Rash', 'mild']] },
]

const columns = {
  patient_n: 'int',
  substance: 'text',
  code: 'text',
  code_system: 'text',
  reaction: 'text',
  severity: 'text',
  status: 'text',
  is_confirmed: 'boolean',
  onset: 'text',
  recorded_on: 'text',
}

export async function seedAllergies(db: Db, { plan: { practice }, today }: DemoPractice): Promise<void> {
  const own = plans.filter(({ person }) => person.practice === practice)
  const rows = own.flatMap(({ person, allergies }) =>
    allergies.map(([substance, reaction, severity]) => ({
      patient_n: person.patientN,
      substance,
      code: '',
      code_system: '',
      reaction,
      severity,
      status: 'active',
      is_confirmed: true,
      onset: '',
      recorded_on: addDays(today, -700),
    })),
  )
  await insertRowsOf(db, { practice, name: 'allergies', columns }, rows)
}
