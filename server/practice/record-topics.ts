import type { Context } from '../protocol/context.ts'
import { actingPrincipal, type PatientKey } from '../protocol/principal.ts'
import { topicOfPatient, type watchedRecords } from './patient-topics.ts'

/** Changes with everything of a kind in the record of a patient: every result, document or order, or the pharmacy. */
export function recordTopic(of: PatientKey, kind: keyof typeof watchedRecords): string {
  return topicOfPatient(of, kind)
}

/** The same for the patient for whom the signed-in person acts. */
export function ownRecordTopic(
  context: Pick<Context, 'licensee' | 'principal'>,
  kind: keyof typeof watchedRecords,
): string {
  return recordTopic({ licenseeId: context.licensee.id, patientId: actingPrincipal(context).patient.id }, kind)
}
