import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestDatabase, type Engine } from './databases.ts'
import type { Database } from '../../server/db/open.ts'
import { prepareLoading } from '../../server/practice-loader/load-file.ts'

/** Third-party files, beside the repository; see SOURCES.md there. */
export const sharedFiles = fileURLToPath(new URL('../../../shared/data', import.meta.url))
export const hasSharedFiles = existsSync(join(sharedFiles, 'fhir'))

export const fhirFiles = () => readdirSync(join(sharedFiles, 'fhir'))
export const fhirBytes = (name: string) => readFileSync(join(sharedFiles, 'fhir', name))

/** The empty tables of a record server and one practice, `lakeside`, with two insurances. */
export async function openPractice(engine: Engine): Promise<Database> {
  const database = await openTestDatabase('fixed', { engine, connections: 3 })
  await prepareLoading(database)
  await emptyPractice(database)
  return database
}

export const emptyPractice = (database: Database) =>
  database.runScript(`
    truncate practices cascade;
    insert into practices values ('lakeside', 'Lakeside Dermatology', 'lakeside', 1, 'America/New_York');
    insert into insurances values ('lakeside', 1, 'Blue Harbor'), ('lakeside', 2, 'Green Valley')`)

/** A bundle of the given resources as a file. */
export function bundleOf(resources: object[], type = 'transaction'): Uint8Array {
  const entry = resources.map((resource) => ({ resource }))
  return new TextEncoder().encode(JSON.stringify({ resourceType: 'Bundle', type, entry }))
}

export const clinic = {
  resourceType: 'Organization',
  id: 'clinic',
  name: 'Harbor Clinic',
  address: [{ line: ['1 Quay'], city: 'Boston', state: 'Massachusetts', postalCode: '02110' }],
}
export const doctor = { resourceType: 'Practitioner', id: 'doctor', name: [{ family: 'Marsh', given: ['Ida'] }] }
export const person = {
  resourceType: 'Patient',
  id: 'person',
  identifier: [{ type: { coding: [{ code: 'MR' }] }, system: 'urn:mr', value: 'MR-1' }],
  name: [{ use: 'official', family: 'Reyes', given: ['Ana'] }],
  gender: 'female',
  birthDate: '1990-04-01',
  address: [{ line: ['2 Pier'], city: 'Boston', state: 'MA', postalCode: '02111-4444' }],
}
export const visit = {
  resourceType: 'Encounter',
  id: 'visit',
  status: 'finished',
  class: { code: 'AMB' },
  type: [{ text: 'Check up (procedure)' }],
  subject: { reference: 'Patient/person' },
  participant: [{ individual: { reference: 'Practitioner/doctor' } }],
  serviceProvider: { reference: 'Organization/clinic' },
  period: { start: '2020-01-15T09:00:00-05:00', end: '2020-01-15T09:20:00-05:00' },
}

const checkUp = {
  sequence: 1,
  productOrService: {
    coding: [{ system: 'http://snomed.info/sct', code: '185349003', display: 'Encounter for check up (procedure)' }],
    text: 'Encounter for check up (procedure)',
  },
}
const vaccine = {
  sequence: 2,
  productOrService: {
    coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '140', display: 'Influenza vaccine' }],
    text: 'Influenza vaccine',
  },
  net: { value: 140.52, currency: 'USD' },
}
const hypertension = {
  sequence: 3,
  diagnosisSequence: [1],
  productOrService: { coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertension' }] },
}
const lineAmount = (code: string, value: number) => ({
  category: { coding: [{ code: `https://bluebutton.cms.gov/resources/variables/${code}` }] },
  amount: { value, currency: 'USD' },
})

/** Synthea's, of 269.67 dollars: a visit of 129.15, and a vaccine. */
export const claim = {
  resourceType: 'Claim',
  id: 'claim',
  status: 'active',
  use: 'claim',
  type: { coding: [{ code: 'institutional' }] },
  patient: { reference: 'Patient/person' },
  billablePeriod: { start: '2020-01-15T09:00:00-05:00', end: '2020-01-15T09:20:00-05:00' },
  provider: { reference: 'Organization/clinic' },
  item: [checkUp, vaccine, hypertension],
  total: { value: 269.67, currency: 'USD' },
}
export const explanation = {
  resourceType: 'ExplanationOfBenefit',
  id: 'explanation',
  status: 'active',
  use: 'claim',
  outcome: 'complete',
  type: { coding: [{ code: 'institutional' }] },
  patient: { reference: 'Patient/person' },
  billablePeriod: { start: '2020-01-15T09:20:00-05:00', end: '2021-01-15T09:20:00-05:00' },
  insurer: { display: 'private' },
  provider: { reference: 'Practitioner/doctor' },
  claim: { reference: 'Claim/claim' },
  item: [
    checkUp,
    {
      ...vaccine,
      adjudication: [
        lineAmount('line_sbmtd_chrg_amt', 140.52),
        lineAmount('line_alowd_chrg_amt', 140.52),
        lineAmount('line_prvdr_pmt_amt', 112.416),
        lineAmount('line_coinsrnc_amt', 28.104),
        lineAmount('line_bene_ptb_ddctbl_amt', 0),
      ],
    },
    hypertension,
  ],
}

export const glucose = {
  resourceType: 'Observation',
  id: 'glucose',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '2339-0', display: 'Glucose' }], text: 'Glucose' },
  subject: { reference: 'Patient/person' },
  effectiveDateTime: '2020-01-15T09:05:00-05:00',
  valueQuantity: { value: 87.55296167448076, unit: 'mg/dL' },
}
/** Of a laboratory, ordered in `visit`. */
export const labReport = {
  resourceType: 'DiagnosticReport',
  id: 'report',
  status: 'final',
  category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
  code: { text: 'Basic Metabolic Panel' },
  subject: { reference: 'Patient/person' },
  encounter: { reference: 'Encounter/visit' },
  effectiveDateTime: '2020-01-15T09:05:00-05:00',
  issued: '2020-01-15T11:00:00.000-05:00',
  result: [{ reference: 'Observation/glucose' }],
}
