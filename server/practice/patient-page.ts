import Type, { type Static, type TObject } from 'typebox'
import type { Patient } from '../gateways/emr/patients/patients.ts'
import { pageParameters, pageParametersOf } from '../protocol/paging.ts'
import { adminTopic, type PatientKey, type PatientRef } from '../protocol/principal.ts'

/** A patient whom a member of the staff has opened. The names are those of the account while the record is not read. */
export interface OpenedPatient extends PatientRef {
  /** `removed`: the portal has accounts for a patient whom the record server no longer knows. */
  record: Patient | 'unavailable' | 'removed'
  /** The list that led to the page of the patient. */
  cameBy?: PatientPageQuery
}

const search = Type.Optional(Type.String({ maxLength: 1900 }))
/** The query of a page of search results: the search, encrypted and as long as an address may be, and the page. */
export const resultsQuery = { search, ...pageParameters }
const tasks = Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('done')]))
/** The query of the page of a patient: the search results, or the list of tasks, to which its way back leads. */
export const patientPageQuery = { ...resultsQuery, tasks }
type PatientPageQuery = Static<TObject<typeof patientPageQuery>>

/** The same in the address of a list about the patient, which has pages of its own. */
export const patientListQuery = { search, tasks, ...pageParametersOf('results') }
type PatientListQuery = Static<TObject<typeof patientListQuery>>

/** Keeps the way back from a patient's page in the address of a list about the patient. */
export function toPatientList({ page, size, ...kept }: PatientPageQuery = {}): PatientListQuery {
  return { ...kept, resultsPage: page, resultsSize: size }
}

/** Returns the way back from a patient's page that is kept in the address of a list about the patient. */
export function fromPatientList({
  search: kept,
  tasks: list,
  resultsPage,
  resultsSize,
}: PatientListQuery): PatientPageQuery {
  return { search: kept, tasks: list, page: resultsPage, size: resultsSize }
}

export const nameOf = ({ firstName, lastName }: OpenedPatient): string => `${firstName} ${lastName}`.trim()

/**
 * The keyed hash of an email address, or of the digits of a phone number: messages to it are looked up by this, and
 * topics contain nothing personal.
 */
export function recipientKey({ fingerprint }: { fingerprint: (text: string) => string }, recipient: string): string {
  return fingerprint(recipient.trim().toLowerCase())
}

/** Published when an email or a text to a person was sent or given up; the outbox knows nobody but by address. */
export function sentMessagesTopic({ licenseeId, key }: { licenseeId: string; key: string }): string {
  return adminTopic(licenseeId, `messages-to/${key}`)
}

/** Published when something changes that the staff sees on the page of a patient. */
export function staffPatientTopic({ licenseeId, patientId }: PatientKey): string {
  return adminTopic(licenseeId, `patients/${patientId}`)
}
