import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { addDays } from '../../local-time.ts'
import { firstRow } from '../../../db/rows.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people, type NamedPerson } from '../../seed/people.ts'
import { randomFrom } from '../../seed/random.ts'

/** Name, strength and dosage, as a practice may write them. */
const creams = [
  ['Hydrocortisone cream', '2.5 %', 'Apply a thin layer twice a day for 7 days'],
  ['Tretinoin cream', '0.025 %', 'Apply a pea-sized amount at bedtime'],
  ['Cetirizine', '10 mg', 'Take 1 tablet once a day'],
  ['Doxycycline', '100 mg', 'Take 1 capsule twice a day with food'],
  ['Clobetasol ointment', '0.05 %', 'Apply twice a day, for no more than 2 weeks'],
  ['Ketoconazole shampoo', '2 %', 'Use twice a week'],
  ['Azelaic acid gel', '15 %', 'Apply twice a day'],
  ['Minoxidil solution', '5 %', 'Apply 1 mL to the scalp twice a day'],
  ['Spironolactone', '50 mg', 'Take 1 tablet in the morning'],
  ['Mupirocin ointment', '2 %', 'Apply 3 times a day for 5 days'],
  ['Calcipotriene cream', '0.005 %', 'Apply once a day'],
  ['Sunscreen lotion', '', 'Use every day before going outside'],
] as const

const tablets = [
  ['Lisinopril', '10 mg', 'Take 1 tablet once a day'],
  ['Albuterol inhaler', '90 mcg', 'Take 2 puffs every 4 hours as needed'],
] as const

const plans: readonly { person: NamedPerson; medications: readonly (readonly [string, string, string])[] }[] = [
  { person: people.mariaAlvarez, medications: creams },
  { person: people.lucasAlvarez, medications: creams.slice(0, 1) },
  { person: people.adaOkafor, medications: [creams[2], creams[5]] },
  { person: people.benCarter, medications: tablets },
]

const columns = {
  patient_n: 'int',
  name: 'text',
  strength: 'text',
  dosage: 'text',
  pharmacy: 'text',
  created_on: 'date',
  modified_on: 'date',
}

/** Medications of the named people; from the pharmacy that they have chosen. */
export async function seedMedications(db: Db, { plan, today }: DemoPractice): Promise<void> {
  const { practice } = plan
  const random = randomFrom(plan.randomSeed + 22)
  for (const { person, medications } of plans.filter((each) => each.person.practice === practice)) {
    const pharmacy = await pharmacyName(db, person)
    const rows = medications.map(([name, strength, dosage]) => {
      const age = random.between(30, 700)
      return {
        patient_n: person.patientN,
        name,
        strength,
        dosage,
        pharmacy,
        created_on: addDays(today, -age),
        modified_on: addDays(today, -random.between(1, age)),
      }
    })
    await insertRowsOf(db, { practice, name: 'medications', columns }, rows)
  }
}

async function pharmacyName(db: Db, { practice, patientN }: NamedPerson): Promise<string> {
  const row = await firstRow<{ name: string }>(
    db,
    sql`select name from pharmacies join patient_pharmacies using (practice, pharmacy_n)
      where practice = ${practice} and patient_n = ${patientN}`,
  )
  return row?.name ?? ''
}
