import type { PatientKey } from '../../protocol/principal.ts'
import { topicOfPatient } from '../patient-topics.ts'

/** What every screen with the bills of a patient depends on. */
export function billsTopic({ licenseeId, patientId }: PatientKey): string {
  return topicOfPatient({ licenseeId, patientId }, 'bills')
}

/** What every screen with the invoices of a patient depends on. */
export function invoicesTopic({ licenseeId, patientId }: PatientKey): string {
  return topicOfPatient({ licenseeId, patientId }, 'invoices')
}
