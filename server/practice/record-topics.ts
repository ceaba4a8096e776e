import { patientTopic, type PatientKey } from '../protocol/principal.ts'

/** The parts of a record whose lists show at once what is new in them. */
export const watchedParts = ['testResults', 'clinicalDocuments', 'labOrders'] as const

/** Changes with every result, document or order of a patient. */
export function recordTopic(of: PatientKey, part: (typeof watchedParts)[number]): string {
  return patientTopic(of, part)
}
