import type { Db } from '../../../db/open.ts'
import { addDays } from '../../local-time.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people, type NamedPerson } from '../../seed/people.ts'
import { randomFrom, type Random } from '../../seed/random.ts'
import type { DocumentSection } from './clinical-documents.store.ts'

const categories = [
  {
    category_n: 1,
    category_label: 'Visit note',
    finding: 'The skin was looked at from head to toe. Nothing new was found.',
  },
  {
    category_n: 2,
    category_label: 'Procedure note',
    finding: 'A spot on the left arm was removed. There was no bleeding.',
  },
  {
    category_n: 3,
    category_label: 'After-visit summary',
    finding: 'The rash is better. Keep using the cream twice a day.',
  },
  { category_n: 4, category_label: 'Referral letter', finding: 'Please see this patient for an allergy test.' },
  { category_n: 5, category_label: 'Care plan', finding: 'Use sunscreen every day, and check the skin once a month.' },
  { category_n: 6, category_label: 'Phone call note', finding: 'The patient called about dry skin. Advice was given.' },
] as const

const laboratories = ['Harbor Pathology', 'Riverside Laboratory', 'Summit Diagnostics']
const physicians = ['Grace', 'Daniel', 'Priya']

/** How many documents and lab orders each person has; nobody else has any. */
const plans: readonly { person: NamedPerson; documents: number; labOrders: number }[] = [
  { person: people.mariaAlvarez, documents: 41, labOrders: 6 },
  { person: people.lucasAlvarez, documents: 4, labOrders: 1 },
  { person: people.adaOkafor, documents: 3, labOrders: 2 },
  { person: people.benCarter, documents: 3, labOrders: 1 },
]

const documentColumns = {
  patient_n: 'int',
  category_n: 'int',
  category_label: 'text',
  session_date: 'date',
  is_complete: 'boolean',
  content: 'jsonb',
}
const labOrderColumns = {
  patient_n: 'int',
  modified_on: 'date',
  laboratory_name: 'text',
  physician: 'text',
  content: 'jsonb',
}

/** Documents of the last years and a few lab orders; the second-latest lab order of Maria Alvarez has no document. */
export async function seedClinicalDocuments(db: Db, { plan, today }: DemoPractice): Promise<void> {
  const { practice } = plan
  const random = randomFrom(plan.randomSeed + 7)
  const own = plans.filter(({ person }) => person.practice === practice)
  const documents = own.flatMap(({ person, documents: count }) =>
    Array.from({ length: count }, (_, place) => documentOf(person, { place, today, random })),
  )
  const labOrders = own.flatMap(({ person, labOrders: count }) =>
    Array.from({ length: count }, (_, place) => labOrderOf(person, { place, today, random })),
  )
  await insertRowsOf(db, { practice, name: 'clinical_documents', columns: documentColumns }, documents)
  await insertRowsOf(db, { practice, name: 'lab_orders', columns: labOrderColumns }, labOrders)
}

interface Drawn {
  /** The latest is 0. */
  place: number
  today: string
  random: Random
}

function documentOf({ patientN }: NamedPerson, { place, today, random }: Drawn) {
  const { finding, ...category } = random.pick(categories)
  const content: DocumentSection[] = [
    { heading: 'Reason for the visit', paragraphs: ['A yearly check of the skin.'] },
    { heading: 'What was found', paragraphs: [finding] },
    { heading: 'What to do next', paragraphs: ['Call the office if anything changes.'] },
  ]
  return {
    patient_n: patientN,
    ...category,
    session_date: addDays(today, -3 - 30 * place - random.between(0, 20)),
    is_complete: place % 9 !== 1,
    content,
  }
}

function labOrderOf({ patientN }: NamedPerson, { place, today, random }: Drawn) {
  const content: DocumentSection[] = [
    { heading: 'Ordered', paragraphs: ['Examination of a tissue sample from the left arm.'] },
    { heading: 'Instructions', paragraphs: ['Bring this page to the laboratory. You may eat and drink before.'] },
  ]
  return {
    patient_n: patientN,
    modified_on: addDays(today, -8 - 70 * place - random.between(0, 20)),
    laboratory_name: random.pick(laboratories),
    physician: random.pick(physicians),
    content: place === 1 && patientN === people.mariaAlvarez.patientN ? null : content,
  }
}
