import type { Context } from '../protocol/context.ts'
import { actingPrincipal, patientTopic, type PatientKey } from '../protocol/principal.ts'
import type { Part } from './offered.ts'

/** What open screens show at once when it changes in a record, and the part of the portal that shows it. */
export const watchedRecords = {
  testResults: 'testResults',
  clinicalDocuments: 'clinicalDocuments',
  labOrders: 'labOrders',
  medications: 'myRecords',
  pharmacy: 'myRecords',
  visitRecords: 'myRecords',
} as const satisfies Record<string, Part>

/** Changes with everything of a kind in the record of a patient: every result, document or order, or the pharmacy. */
export function recordTopic(of: PatientKey, kind: keyof typeof watchedRecords): string {
  return patientTopic(of, kind)
}

/** The same for the patient for whom the signed-in person acts. */
export function ownRecordTopic(
  context: Pick<Context, 'licensee' | 'principal'>,
  kind: keyof typeof watchedRecords,
): string {
  return recordTopic({ licenseeId: context.licensee.id, patientId: actingPrincipal(context).patient.id }, kind)
}
