import type { Db } from '../../../db/open.ts'
import { addDays } from '../../local-time.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people, type NamedPerson } from '../../seed/people.ts'
import { randomFrom, type Random } from '../../seed/random.ts'
import { writeCcda, type CcdaSection } from './write-ccda.ts'

/** How many visit records each person has, over about two years; nobody else has any. */
const plans: readonly { person: NamedPerson; records: number }[] = [
  { person: people.mariaAlvarez, records: 12 },
  { person: people.lucasAlvarez, records: 3 },
  { person: people.adaOkafor, records: 2 },
  { person: people.benCarter, records: 2 },
]

const columns = { patient_n: 'int', created_on: 'date', xml: 'text' }

export async function seedVisitRecords(db: Db, { plan, today }: DemoPractice): Promise<void> {
  const { practice, name: practiceName } = plan
  const random = randomFrom(plan.randomSeed + 11)
  const rows = plans
    .filter(({ person }) => person.practice === practice)
    .flatMap(({ person, records }) => {
      const history = inventHistory(random)
      return Array.from({ length: records }, (_, place) => {
        const { firstName, lastName, jobTitle } = random.pick(plan.providers)
        const provider = `${firstName} ${lastName}, ${jobTitle}`
        const day = addDays(today, -9 - 60 * place - random.between(0, 20))
        const sections = sectionsOf({ ...history, day, random })
        return {
          patient_n: person.patientN,
          created_on: day,
          xml: writeCcda({ person, practiceName, provider, day, sections }),
        }
      })
    })
  await insertRowsOf(db, { practice, name: 'visit_records', columns }, rows)
}

const allergies = [
  ['Penicillin', 'Hives', 'Moderate'],
  ['Latex', 'Itching & redness', 'Mild'],
  ['Peanut', 'Swelling', 'Severe'],
  ['Sulfa drugs', 'Rash', 'Mild'],
]
const medications = [
  ['Triamcinolone cream', '0.1 %', 'Thin layer on dry patches, twice a day'],
  ['Cetirizine', '10 mg', 'One tablet by mouth, once a day'],
  ['Tretinoin cream', '0.025 %', 'A pea-sized amount at bedtime'],
  ['Doxycycline', '100 mg', 'One capsule by mouth, twice a day with water'],
]
const problems = ['Atopic dermatitis', 'Acne vulgaris', 'Seasonal allergies', 'Actinic keratosis', 'Psoriasis']
const tests = [
  { name: 'Hemoglobin', unit: 'g/dL', least: 12, most: 17, usual: '12.0–17.5' },
  { name: 'White blood cells', unit: '10³/µL', least: 4, most: 12, usual: '4.5–11.0' },
  { name: 'Alanine aminotransferase', unit: 'U/L', least: 10, most: 60, usual: '7–56' },
] as const
const plansOfCare = [
  ['Skin check of the whole body', 'In 12 months'],
  ['Follow-up visit', 'In 6 weeks'],
  ['Blood test', 'Before the next visit'],
]

interface History {
  allergy: string[]
  problems: string[]
  height: number
}

/** What stays the same from visit to visit. */
function inventHistory(random: Random): History {
  const first = random.pick(problems)
  const second = random.pick(problems)
  return {
    allergy: random.pick(allergies),
    problems: first === second ? [first] : [first, second],
    height: random.between(120, 185),
  }
}

function sectionsOf({
  allergy,
  problems: own,
  height,
  day,
  random,
}: History & { day: string; random: Random }): CcdaSection[] {
  const since = (at: number) => addDays(day, -400 * (at + 1))
  const isHigh = (value: number, most: number) => (value > most ? 'High' : 'Normal')
  return [
    {
      title: 'Allergies and Intolerances',
      code: '48765-2',
      template: '6.1',
      columns: ['Substance', 'Reaction', 'Severity'],
      rows: [allergy],
    },
    {
      title: 'Medications',
      code: '10160-0',
      template: '1.1',
      columns: ['Medication', 'Strength', 'Directions'],
      rows: medications.filter(() => random.chance(0.5)),
      text: 'Medications at the end of the visit. Use them as directed.',
    },
    {
      title: 'Problems',
      code: '11450-4',
      template: '5.1',
      columns: ['Problem', 'Since', 'Status'],
      rows: own.map((problem, at) => [problem, since(at), 'Active']),
    },
    {
      title: 'Results',
      code: '30954-2',
      template: '3.1',
      columns: ['Test', 'Result', 'Unit', 'Usual range', 'Note'],
      rows: tests.map(({ name, unit, least, most, usual }) => {
        const value = random.between(least, most)
        return [name, String(value), unit, usual, isHigh(value, most - 2)]
      }),
    },
    {
      title: 'Plan of Treatment',
      code: '18776-5',
      template: '10',
      text: 'Call the office if the rash gets worse or you have a fever of more than 101 °F.',
      columns: ['Planned', 'When'],
      rows: [random.pick(plansOfCare)],
    },
    {
      title: 'Vital Signs',
      code: '8716-3',
      template: '4.1',
      columns: ['Day', 'Blood pressure', 'Pulse', 'Height', 'Weight'],
      rows: [
        [
          day,
          `${random.between(105, 138)}/${random.between(62, 88)} mmHg`,
          `${random.between(58, 92)} /min`,
          `${height} cm`,
          `${height - random.between(95, 110)} kg`,
        ],
      ],
    },
  ]
}
