import { addDays } from '../../local-time.ts'
import { familyNames, femaleNames, maleNames, streets } from './invented-names.ts'
import { people, type NamedPerson } from '../../seed/people.ts'
import type { PracticePlan } from '../../seed/practice-plan.ts'
import type { Random } from '../../seed/random.ts'

export interface PatientRow {
  practice: string
  patient_n: number
  emrid: string
  first_name: string
  last_name: string
  dob: string
  gender: number
  zip: string
  cell_phone: string
  email: string
  address: string
  second_address: string
  city: string
  state: string
}

export const patientColumns = {
  practice: 'text',
  patient_n: 'int',
  emrid: 'text',
  first_name: 'text',
  last_name: 'text',
  dob: 'date',
  gender: 'int',
  zip: 'text',
  cell_phone: 'text',
  email: 'text',
  address: 'text',
  second_address: 'text',
  city: 'text',
  state: 'text',
}

export function namedPatients(plan: PracticePlan, random: Random): PatientRow[] {
  return Object.values<NamedPerson>(people)
    .filter(({ practice }) => practice === plan.practice)
    .map((person) => ({
      practice: person.practice,
      patient_n: person.patientN,
      emrid: person.emrid,
      first_name: person.firstName,
      last_name: person.lastName,
      dob: person.dob,
      gender: person.gender,
      zip: person.zip,
      cell_phone: person.cellPhone,
      email: person.email,
      address: addressFrom(random),
      second_address: person.secondAddress ?? '',
      city: plan.facilities[0]?.city ?? '',
      state: plan.facilities[0]?.state ?? '',
    }))
}

export function inventedPatients(plan: PracticePlan, random: Random, today: string): PatientRow[] {
  return Array.from({ length: plan.patients.count }, (_, index) => invent(plan, random, { index, today }))
}

function invent(plan: PracticePlan, random: Random, { index, today }: { index: number; today: string }): PatientRow {
  const patientN = plan.patients.firstN + index
  const gender = random.chance(0.02) ? 3 : random.between(1, 2)
  const firstName = random.pick(gender === 1 ? maleNames : femaleNames)
  const lastName = random.pick(familyNames)
  return {
    practice: plan.practice,
    patient_n: patientN,
    emrid: `${plan.patients.emridPrefix}-${patientN}`,
    first_name: firstName,
    last_name: lastName,
    dob: addDays(today, -random.between(200, 90 * 365)),
    gender,
    ...random.pick(plan.patients.places),
    // 555-01xx numbers are reserved for fiction.
    cell_phone: random.chance(0.9)
      ? `${plan.patients.areaCode}55501${String(random.between(0, 99)).padStart(2, '0')}`
      : '',
    email: random.chance(0.85) ? `${firstName}.${lastName}.${patientN}@example.test`.toLowerCase() : '',
    address: addressFrom(random),
    second_address: patientN % 6 === 0 ? `Apartment ${1 + (patientN % 30)}` : '',
  }
}

const addressFrom = (random: Random): string => `${random.between(1, 480)} ${random.pick(streets)}`
