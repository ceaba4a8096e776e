import type { Patient } from '../gateways/emr/patients/patients.ts'
import { adminTopic, type PatientKey, type PatientRef } from '../protocol/principal.ts'

/** A patient whom a member of the staff has opened. The names are those of the account while the record is not read. */
export interface OpenedPatient extends PatientRef {
  /** `removed`: the portal has accounts for a patient whom the record server no longer knows. */
  record: Patient | 'unavailable' | 'removed'
}

/** Published when something changes that the staff sees on the page of a patient. */
export function staffPatientTopic({ licenseeId, patientId }: PatientKey): string {
  return adminTopic(licenseeId, `patients/${patientId}`)
}
