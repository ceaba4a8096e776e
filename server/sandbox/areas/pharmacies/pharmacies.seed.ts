import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people } from '../../seed/people.ts'
import { randomFrom } from '../../seed/random.ts'

const pharmaciesOf = 60

const names = [
  'Harborview',
  'Maple Leaf',
  "O'Dell's",
  'Greenway',
  'Corner',
  'Sunrise',
  'Old Town',
  'Riverbend',
  'Blue Door',
  'Franklin',
  'Market Square',
  'Linden',
]
const kinds = ['Pharmacy', 'Family Pharmacy', 'Care Pharmacy', 'Pharmacy & Wellness']
const streets = ['Main Street', 'Grove Street', 'Third Avenue', 'Washington Street', 'Orchard Street', 'Station Road']
/** Not those of the practices, so that all of these numbers are invented. */
const areaCodes: Record<string, string> = { NY: '646', NJ: '551', CO: '720', AZ: '602' }

const columns = {
  rcopia_id: 'text',
  ncpdp_id: 'text',
  name: 'text',
  address: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  phone: 'text',
  fax: 'text',
}

/**
 * Invented pharmacies where the patients live; Maria Alvarez has chosen one. Every tenth has another kind of name, every
 * fifth no fax.
 */
export async function seedPharmacies(db: Db, { plan }: DemoPractice): Promise<void> {
  const { practice } = plan
  const random = randomFrom(plan.randomSeed + 21)
  const rows = Array.from({ length: pharmaciesOf }, (_, place) => {
    const { zip, city, state } = random.pick(plan.patients.places)
    const number = `${areaCodes[state]}5550`
    return {
      rcopia_id: String(410_000 + place * 7 + plan.websiteId),
      ncpdp_id: String(9_900_000 + plan.websiteId * 1000 + place),
      name: `${random.pick(names)} ${place % 10 === 9 ? 'Drugs' : random.pick(kinds)}`,
      address: `${random.between(2, 480)} ${random.pick(streets)}`,
      city,
      state,
      zip,
      phone: `${number}${100 + place}`,
      fax: place % 5 === 4 ? '' : `${number}${160 + (place % 40)}`,
    }
  })
  await insertRowsOf(db, { practice, name: 'pharmacies', columns }, rows)
  const { mariaAlvarez: maria } = people
  if (practice === maria.practice)
    await db.execute(
      sql`insert into patient_pharmacies (practice, patient_n, pharmacy_n)
        select practice, ${maria.patientN}, pharmacy_n from pharmacies
        where practice = ${practice} and rcopia_id = ${rows[0]?.rcopia_id}`,
    )
}
