import type { Emr } from '../gateways/emr/emr.ts'
import { EmrError } from '../gateways/emr/emr.errors.ts'

/** A patient in a list of the staff. */
export interface PatientName {
  name: string
  number: string
}

/** Without the names that the record server does not give: its failure is often why somebody looks at such a list. */
export async function patientNames(
  emr: Emr,
  patientIds: readonly string[],
): Promise<(patientId: string) => PatientName> {
  const patients = await Promise.all(
    [...new Set(patientIds)].map((id) =>
      emr.patient(id).catch((error: unknown) => {
        if (error instanceof EmrError) return undefined
        throw error
      }),
    ),
  )
  const names = new Map(
    patients.flatMap((patient) => {
      if (!patient) return []
      const { id, firstName, lastName, emrId } = patient
      return [[id, { name: `${firstName} ${lastName}`, number: `Record ${emrId}` }]]
    }),
  )
  return (patientId) => names.get(patientId) ?? { name: 'Name not available', number: `Patient number ${patientId}` }
}
