import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { addDays } from '../../local-time.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'
import { people } from '../../seed/people.ts'

/** One line of a bill; amounts in cents. The discount is what is charged beyond the allowed amount. */
interface ChargePlan {
  patientN: number
  employeeN: number
  facilityN: number
  /** Days before the seed. */
  before: number
  code: string
  description: string
  diagnoses: string
  charged: number
  /** Undefined while the insurance has not decided. */
  decided?: { allowed: number; insurance: number; responsible: number; paid: number }
}

const { mariaAlvarez, lucasAlvarez, adaOkafor, eleanorWhitfield, benCarter } = people
const midtown = { employeeN: 101, facilityN: 11 }
const unionSquare = { employeeN: 103, facilityN: 12 }

/** The bills of demo-practice.md: paid, paid in part, undecided, a credit, and nothing to pay. */
const chargesOf: Record<string, ChargePlan[]> = {
  lakeside: [
    // Maria owes 176.00 + 148.45 + 38.00 - 50.00 = 312.45.
    {
      ...midtown,
      patientN: mariaAlvarez.patientN,
      before: 19,
      code: '99213',
      description: 'Office visit, established patient, 20 minutes',
      diagnoses: 'L70.0',
      charged: 18_500,
    },
    {
      ...midtown,
      patientN: mariaAlvarez.patientN,
      before: 19,
      code: '17110',
      description: 'Destruction of benign lesions, up to 14',
      diagnoses: 'B07.8',
      charged: 22_000,
      decided: { allowed: 17_600, insurance: 0, responsible: 17_600, paid: 0 },
    },
    {
      ...unionSquare,
      patientN: mariaAlvarez.patientN,
      before: 48,
      code: '11102',
      description: 'Tangential biopsy of skin, single lesion',
      diagnoses: 'D22.5, D48.5',
      charged: 24_000,
      decided: { allowed: 19_845, insurance: 0, responsible: 19_845, paid: 5_000 },
    },
    {
      ...unionSquare,
      patientN: mariaAlvarez.patientN,
      before: 48,
      code: '88305',
      description: 'Tissue exam by pathologist',
      diagnoses: 'D48.5',
      charged: 13_000,
      decided: { allowed: 10_400, insurance: 6_600, responsible: 3_800, paid: 0 },
    },
    {
      ...midtown,
      patientN: mariaAlvarez.patientN,
      before: 82,
      code: '99203',
      description: 'Office visit, new patient, 30 minutes',
      diagnoses: 'L57.0',
      charged: 21_000,
      decided: { allowed: 16_000, insurance: 12_000, responsible: 4_000, paid: 9_000 },
    },
    {
      ...midtown,
      patientN: lucasAlvarez.patientN,
      before: 30,
      code: '99213',
      description: 'Office visit, established patient, 20 minutes',
      diagnoses: 'L20.9',
      charged: 18_500,
      decided: { allowed: 14_200, insurance: 11_700, responsible: 2_500, paid: 2_500 },
    },
    {
      ...midtown,
      patientN: adaOkafor.patientN,
      before: 26,
      code: '99213',
      description: 'Office visit, established patient, 20 minutes',
      diagnoses: 'L70.0',
      charged: 18_500,
      decided: { allowed: 14_200, insurance: 10_200, responsible: 4_000, paid: 1_500 },
    },
    // Eleanor owes 120.00 + 64.20 = 184.20.
    {
      ...midtown,
      patientN: eleanorWhitfield.patientN,
      before: 33,
      code: '99214',
      description: 'Office visit, established patient, 30 minutes',
      diagnoses: 'L57.0, C44.311',
      charged: 26_000,
      decided: { allowed: 20_000, insurance: 8_000, responsible: 12_000, paid: 0 },
    },
    {
      ...unionSquare,
      patientN: eleanorWhitfield.patientN,
      before: 61,
      code: '17000',
      description: 'Destruction of premalignant lesion, first',
      diagnoses: 'L57.0',
      charged: 15_500,
      decided: { allowed: 12_840, insurance: 6_420, responsible: 6_420, paid: 0 },
    },
  ],
  northgate: [
    {
      employeeN: 201,
      facilityN: 21,
      patientN: benCarter.patientN,
      before: 24,
      code: '99395',
      description: 'Preventive visit, established patient, 18 to 39',
      diagnoses: 'Z00.00',
      charged: 24_500,
      decided: { allowed: 19_500, insurance: 12_000, responsible: 7_500, paid: 0 },
    },
  ],
}

/** Bills of one patient that fill a long page: a line a week, paid but for the latest ones. */
function longBill({ plan: { practice }, inventedPatients: [patientN] }: DemoPractice): ChargePlan[] {
  const [of] = chargesOf[practice] ?? []
  if (patientN === undefined || !of) return []
  return Array.from({ length: 60 }, (_, at) => ({
    ...of,
    patientN,
    before: 7 * (at + 1),
    code: '96910',
    description: 'Phototherapy',
    diagnoses: 'L40.0',
    charged: 9_000,
    decided: { allowed: 7_510, insurance: 5_200, responsible: 2_310, paid: at < 12 ? 0 : 2_310 },
  }))
}

/** Invented, and valid by their check digit. */
const npis = {
  providers: { 101: '1299001010', 102: '1299001028', 103: '1299001036', 201: '1299002018' },
  facilities: { 11: '1299001119', 12: '1299001127', 21: '1299002117' },
}

const columns = {
  patient_n: 'int',
  employee_n: 'int',
  facility_n: 'int',
  claim_date: 'date',
  code: 'text',
  description: 'text',
  diagnoses: 'text',
  charged: 'int',
  allowed: 'int',
  discount: 'int',
  insurance_paid: 'int',
  patient_responsible: 'int',
  patient_paid: 'int',
}

/** What the named people owe, and one long bill, around the day of the seed. */
export async function seedBilling(db: Db, demo: DemoPractice): Promise<void> {
  const { practice } = demo.plan
  const rows = [...(chargesOf[practice] ?? []), ...longBill(demo)].map(({ decided, ...plan }) => ({
    patient_n: plan.patientN,
    employee_n: plan.employeeN,
    facility_n: plan.facilityN,
    claim_date: addDays(demo.today, -plan.before),
    code: plan.code,
    description: plan.description,
    diagnoses: plan.diagnoses,
    charged: plan.charged,
    allowed: decided?.allowed ?? 0,
    discount: decided ? plan.charged - decided.allowed : 0,
    insurance_paid: decided?.insurance ?? 0,
    patient_responsible: decided?.responsible ?? 0,
    patient_paid: decided?.paid ?? 0,
  }))
  await insertRowsOf(db, { practice, name: 'charges', columns }, rows)
  for (const [employeeN, npi] of Object.entries(npis.providers))
    await db.execute(
      sql`update providers set npi = ${npi} where practice = ${practice} and employee_n = ${Number(employeeN)}`,
    )
  for (const [facilityN, npi] of Object.entries(npis.facilities))
    await db.execute(
      sql`update facilities set npi = ${npi} where practice = ${practice} and facility_n = ${Number(facilityN)}`,
    )
}
