import type { Db } from '../../../db/open.ts'
import { insertRows } from '../../seed/insert-rows.ts'
import { people } from '../../seed/people.ts'
import type { PracticePlan } from '../../seed/practice-plan.ts'
import { randomFrom } from '../../seed/random.ts'

interface InsuranceRow {
  patient_n: number
  rank: 1 | 2 | 3
  carrier: string
  member_id: string
  group_number: string
}

/** Invented, like everything here. Northgate also asks for those that it accepts (northgate.ts). */
const carriersOf: Record<string, readonly string[]> = {
  lakeside: ['Harborline Health', 'Empire Shore Insurance', 'Five Boroughs Care'],
  northgate: ['Front Range Health Plan', 'Canyon Mutual'],
}

const named: Record<string, InsuranceRow[]> = {
  lakeside: [
    {
      patient_n: people.mariaAlvarez.patientN,
      rank: 1,
      carrier: 'Harborline Health',
      member_id: 'HLH-4471093',
      group_number: 'G-20817',
    },
    {
      patient_n: people.mariaAlvarez.patientN,
      rank: 2,
      carrier: 'Empire Shore Insurance',
      member_id: 'ESI-0092216',
      group_number: '',
    },
    {
      patient_n: people.lucasAlvarez.patientN,
      rank: 1,
      carrier: 'Harborline Health',
      member_id: 'HLH-4471094',
      group_number: 'G-20817',
    },
  ],
  northgate: [
    {
      patient_n: people.benCarter.patientN,
      rank: 1,
      carrier: 'Front Range Health Plan',
      member_id: 'FRH-118305',
      group_number: 'FR-77',
    },
  ],
}

const columns = {
  practice: 'text',
  patient_n: 'int',
  rank: 'int',
  carrier: 'text',
  member_id: 'text',
  group_number: 'text',
}

/** The insurances of the named people, and a primary one of most invented patients. */
export async function insertInsurances(db: Db, plan: PracticePlan, numbers: readonly number[]): Promise<void> {
  const { practice } = plan
  // Random numbers of its own, so that the visits stay as they were.
  const random = randomFrom(plan.randomSeed + 1)
  const carriers = carriersOf[practice] ?? []
  const invented = numbers
    .filter(() => random.chance(0.85))
    .map((patientN) => ({
      patient_n: patientN,
      rank: 1,
      carrier: random.pick(carriers),
      member_id: `M-${random.between(1_000_000, 9_999_999)}`,
      group_number: random.chance(0.7) ? `G-${random.between(100, 999)}` : '',
    }))
  const rows = [...(named[practice] ?? []), ...invented].map((row) => ({ practice, ...row }))
  await insertRows(db, { name: 'patient_insurances', columns }, rows)
}
