import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
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

/** Invented, like everything here. Northgate has a list of those that it accepts, too (northgate.ts). */
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

const patientColumns = {
  patient_n: 'int',
  rank: 'int',
  carrier: 'text',
  member_id: 'text',
  group_number: 'text',
}

export async function seedInsurances(db: Db, { plan, inventedPatients }: DemoPractice): Promise<void> {
  await seedAccepted(db, plan)
  const rows = [...(named[plan.practice] ?? []), ...inventedInsurances(plan, inventedPatients)]
  await insertRowsOf(db, { practice: plan.practice, name: 'patient_insurances', columns: patientColumns }, rows)
}

/** Providers and facilities accept every insurance unless the plan says otherwise. */
async function seedAccepted(db: Db, { practice, insurances, providers, facilities }: PracticePlan): Promise<void> {
  await insertRowsOf(
    db,
    { practice, name: 'insurances', columns: { insurance_n: 'int', name: 'text' } },
    insurances.map(({ insuranceN, name }) => ({ insurance_n: insuranceN, name })),
  )
  await insertRowsOf(
    db,
    { practice, name: 'provider_insurances', columns: { employee_n: 'int', insurance_n: 'int' } },
    insurances.flatMap(({ insuranceN, notByProviders }) =>
      providers
        .filter(({ employeeN }) => !notByProviders.includes(employeeN))
        .map(({ employeeN }) => ({ employee_n: employeeN, insurance_n: insuranceN })),
    ),
  )
  await insertRowsOf(
    db,
    { practice, name: 'facility_insurances', columns: { facility_n: 'int', insurance_n: 'int' } },
    insurances.flatMap(({ insuranceN, notAtFacilities }) =>
      facilities
        .filter(({ facilityN }) => !notAtFacilities.includes(facilityN))
        .map(({ facilityN }) => ({ facility_n: facilityN, insurance_n: insuranceN })),
    ),
  )
}

/** A primary insurance for most invented patients. */
function inventedInsurances({ practice, randomSeed }: PracticePlan, numbers: readonly number[]): InsuranceRow[] {
  // A separate random sequence, so that the visits stay unchanged.
  const random = randomFrom(randomSeed + 1)
  const carriers = carriersOf[practice] ?? []
  return numbers
    .filter(() => random.chance(0.85))
    .map((patientN) => ({
      patient_n: patientN,
      rank: 1,
      carrier: random.pick(carriers),
      member_id: `M-${random.between(1_000_000, 9_999_999)}`,
      group_number: random.chance(0.7) ? `G-${random.between(100, 999)}` : '',
    }))
}
