import type { ResultStatus, StoredObservation } from '../sandbox/areas/test-results/test-results.store.ts'
import type { Fault } from './file-refused.ts'

/** The rows to write for one file. Rows refer to each other by the names that references use (bundle-index.ts). */
export interface LoadPlan {
  facilities: PlannedFacility[]
  providers: PlannedProvider[]
  /** Roles of practitioners that are in another file. */
  roles: PlannedRole[]
  patients: PlannedPatient[]
  appointments: PlannedAppointment[]
  charges: PlannedCharge[]
  insurances: PlannedInsurance[]
  testResults: PlannedTestResult[]
  labOrders: PlannedLabOrder[]
  clinicalDocuments: PlannedDocument[]
  medications: PlannedMedication[]
  allergies: PlannedAllergy[]
  conditions: PlannedCondition[]
  visitRecords: PlannedVisitRecord[]
  pharmacies: PlannedPharmacy[]
  /** References to records outside of this file. */
  needs: Need[]
  /** The number of resources in the file, by type. */
  read: Tally
  /** The number of resources left out, by reason. */
  skipped: Tally
}

/** The plan of a file without anything. */
export const emptyPlan = (): LoadPlan => ({
  facilities: [],
  providers: [],
  roles: [],
  patients: [],
  appointments: [],
  charges: [],
  insurances: [],
  testResults: [],
  labOrders: [],
  clinicalDocuments: [],
  medications: [],
  allergies: [],
  conditions: [],
  visitRecords: [],
  pharmacies: [],
  needs: [],
  read: {},
  skipped: {},
})

export type Tally = Record<string, number>
export type Kind = 'facility' | 'provider' | 'patient' | 'appointment'

export interface Need extends Fault {
  kind: Kind
  name: string
}

export interface Named {
  /** Names of this record only; it is known if one of them is. The first is kept as its source_id. */
  names: string[]
  /** Further names that identify it, but may belong to others as well. */
  otherNames: string[]
}

export interface PlannedFacility extends Named {
  name: string
  /** Empty if the file has none. */
  npi: string
  address: string
  city: string
  /** The short form; empty if the file has none. */
  state: string
  stateName: string
  zip: string
  phone: string
  /** Undefined without a state; the practice's zone is used then. */
  timeZone?: string
}

/** Where a provider works: all of `places`, otherwise the first known one of `otherwise`. */
export interface Workplaces {
  places: string[]
  otherwise: string[]
}

export interface PlannedProvider extends Named, Workplaces {
  firstName: string
  lastName: string
  /** Empty if the file has none. */
  npi: string
  jobTitle: string
}

export interface PlannedRole extends Named, Workplaces {
  provider: string
  jobTitle: string
}

export interface PlannedPatient extends Named {
  pointer: string
  emrId: string
  /** The system that assigned the number. */
  source: string
  firstName: string
  lastName: string
  birthDate: string
  gender: 1 | 2 | 3
  zip: string
  phone: string
  email: string
  address: string
  city: string
  state: string
  /** Whether a patient with the same number must also have the same last name: it is no medical record number for sure. */
  isNameChecked?: boolean
}

export interface PlannedAppointment extends Named {
  patient: string
  provider: string
  /** Undefined: the place where the provider works. */
  facility?: string
  startsAt: string
  minutes: number
  typeName: string
  mode: 'inoffice' | 'telederm'
  cancelled: boolean
}

/** Integer cents. */
export interface ChargeAmounts {
  charged: number
  allowed: number
  discount: number
  insurancePaid: number
  patientResponsible: number
  patientPaid: number
}

/** One line of a bill. */
export interface PlannedCharge extends ChargeAmounts {
  sourceId: string
  patient: string
  /** Who billed, the most precise first; the first provider and the first facility among them count. */
  parties: string[]
  /** `yyyy-MM-dd`, or an instant (ISO, UTC) that is on that day at the facility. */
  billedOn: string
  /** Empty if the patient had none. */
  insurer: string
  code: string
  description: string
  /** Codes of ICD-10, or of SNOMED CT where the file has only these, separated by commas. */
  diagnoses: string
}

export interface PlannedInsurance {
  patient: string
  /** 1 is the primary one. */
  rank: number
  carrier: string
  memberId: string
  groupNumber: string
}

/** One value of a test result. `takenAt` is an instant (ISO, UTC). */
export type PlannedObservation = StoredObservation & { takenAt: string }

/** Who ordered tests, and where; undefined if the file does not say. */
interface Ordered {
  provider?: string
  facility?: string
  /** Empty if the file names none. */
  laboratory: string
}

export interface PlannedTestResult extends Ordered {
  sourceId: string
  patient: string
  /** The name and the start of the encounter in which it was ordered. */
  visit?: string
  visitedOn?: string
  /** The names of the requests on which it is based. */
  requests: string[]
  testType: string
  /** `yyyy-MM-dd`, or an instant (ISO, UTC) that is on that day at the facility. */
  takenOn: string
  releasedAt: string
  conclusion: string
  status: ResultStatus
  /** False for a cancelled one that says nothing. */
  hasDocument: boolean
  /** Base64; null if the file has none. */
  pdf: string | null
  /** Further forms of the report. */
  furtherForms: DocumentForm[]
  /** `source` is the name of the resource. */
  values: (PlannedObservation & { source: string })[]
}

/** A form of a document: a PDF, or its text. */
export interface DocumentForm {
  /** SHA-256 of its bytes, in hexadecimal. */
  digest: string
  /** Base64. */
  pdf: string | null
  lines: string[] | null
}

export interface PlannedDocument extends Omit<Ordered, 'laboratory'>, DocumentForm {
  patient: string
  category: string
  /** `yyyy-MM-dd`, or an instant (ISO, UTC) that is on that day at the facility. */
  writtenOn: string
  isComplete: boolean
}

export interface PlannedLabOrder extends Ordered {
  sourceId: string
  patient: string
  /** An instant (ISO, UTC). */
  orderedAt: string
  tests: string[]
}

/** A C-CDA document. */
export interface PlannedVisitRecord {
  patient: string
  /** `yyyy-MM-dd`. */
  day: string
  xml: string
  /** SHA-256 of the file, in hexadecimal. */
  digest: string
}

export interface PlannedMedication {
  sourceId: string
  patient: string
  name: string
  /** Like dosage: empty if the file has none. */
  strength: string
  dosage: string
  /** A day, or an instant. */
  authoredOn: string
  /** A statement of somebody, who may mean what another file gives as a request. */
  isStated: boolean
}

/** Of an allergy or a condition. */
export interface Assessment {
  sourceId: string
  patient: string
  /** Like its system, which is a URI: empty if the file has none. */
  code: string
  codeSystem: string
  status: 'active' | 'inactive' | 'resolved'
  isConfirmed: boolean
  /** `yyyy`, `yyyy-MM` or `yyyy-MM-dd`; empty if the file does not say. */
  onset: string
  recordedOn: string
}

export interface PlannedAllergy extends Assessment {
  substance: string
  /** Empty if the file has none. */
  reaction: string
  severity: '' | 'mild' | 'moderate' | 'severe'
}

export interface PlannedCondition extends Assessment {
  name: string
  /** The diagnosis of one visit, rather than a problem that is kept in view. */
  isOfVisit: boolean
  /** As `onset`. */
  abatement: string
}

/** Of a directory of pharmacies. Phone and fax are ten digits, or empty. */
export interface PlannedPharmacy {
  rcopiaId: string
  ncpdpId: string
  name: string
  address: string
  city: string
  /** Two letters. */
  state: string
  zip: string
  phone: string
  fax: string
}
