import type { Db } from '../../../db/open.ts'
import { addDays } from '../../local-time.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people, type NamedPerson } from '../../seed/people.ts'

/** Names with their codes of ICD-10-CM. */
const known = {
  dermatitis: ['Atopic dermatitis', 'L20.9'],
  acne: ['Acne vulgaris', 'L70.0'],
  keratosis: ['Actinic keratosis', 'L57.0'],
  hypertension: ['Essential hypertension', 'I10'],
  asthma: ['Asthma', 'J45.909'],
} as const

interface Plan {
  person: NamedPerson
  active: readonly (readonly [string, string])[]
  resolved: readonly (readonly [string, string])[]
}

const plans: readonly Plan[] = [
  { person: people.mariaAlvarez, active: [known.dermatitis, known.acne], resolved: [known.keratosis] },
  { person: people.lucasAlvarez, active: [known.dermatitis], resolved: [] },
  { person: people.benCarter, active: [known.hypertension, known.asthma], resolved: [] },
]

const columns = {
  patient_n: 'int',
  name: 'text',
  code: 'text',
  code_system: 'text',
  status: 'text',
  is_confirmed: 'boolean',
  is_of_visit: 'boolean',
  onset: 'text',
  abatement: 'text',
  recorded_on: 'text',
}

export async function seedConditions(db: Db, { plan: { practice }, today }: DemoPractice): Promise<void> {
  const begun = addDays(today, -690)
  const row = (person: NamedPerson, [name, code]: readonly [string, string]) => ({
    patient_n: person.patientN,
    name,
    code,
    code_system: 'http://hl7.org/fhir/sid/icd-10-cm',
    is_confirmed: true,
    is_of_visit: false,
    onset: begun.slice(0, 'yyyy-MM'.length),
    recorded_on: begun,
  })
  const rows = plans
    .filter(({ person }) => person.practice === practice)
    .flatMap(({ person, active, resolved }) => [
      ...active.map((each) => ({ ...row(person, each), status: 'active', abatement: '' })),
      ...resolved.map((each) => ({ ...row(person, each), status: 'resolved', abatement: addDays(today, -90) })),
    ])
  await insertRowsOf(db, { practice, name: 'conditions', columns }, rows)
}
