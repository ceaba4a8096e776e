import { patientTopic, scopeOf, type PatientKey, type Principal } from '../protocol/principal.ts'
import { mayUse, type Part } from './offered.ts'

/** What open screens show at once when it changes in a record, and the part of the portal that shows it. */
export const watchedRecords = {
  testResults: 'testResults',
  clinicalDocuments: 'clinicalDocuments',
  labOrders: 'labOrders',
  medications: 'myRecords',
  pharmacy: 'myRecords',
  visitRecords: 'myRecords',
} as const satisfies Record<string, Part>

/** Every topic of a patient, and the part of the portal whose screens depend on it. */
export const partOfTopic = {
  ...watchedRecords,
  appointments: 'appointments',
  messages: 'messages',
  mail: 'messages',
  chartDocuments: 'myRecords',
  bills: 'billing',
  invoices: 'billing',
} as const satisfies Record<string, Part>

/** Returns a topic of a patient, for the people who act for the patient and may use its part. */
export function topicOfPatient(of: PatientKey, what: keyof typeof partOfTopic): string {
  return patientTopic(of, what)
}

/**
 * Returns whether somebody may know that a topic of their patient has changed: guests that of the bills only, guardians
 * who are limited to some parts those of these parts. A topic of no part is closed to both.
 */
export function mayHear(principal: Principal, what: string): boolean {
  if (principal.kind === 'guest') return what === 'bills'
  if (scopeOf(principal) === undefined) return true
  const part = new Map<string, Part>(Object.entries(partOfTopic)).get(what)
  return part !== undefined && mayUse(principal, part)
}
