import { patientTopic, type PatientKey } from '../../protocol/principal.ts'

/** What every screen with the bills of a patient depends on. */
export function billsTopic({ licenseeId, patientId }: PatientKey): string {
  return patientTopic({ licenseeId, patientId }, 'bills')
}

/** What every screen with the invoices of a patient depends on. */
export function invoicesTopic({ licenseeId, patientId }: PatientKey): string {
  return patientTopic({ licenseeId, patientId }, 'invoices')
}
