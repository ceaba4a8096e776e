import type { Context } from '../protocol/context.ts'
import { actingPrincipal, personTopic } from '../protocol/principal.ts'
import { topicOfPatient } from './patient-topics.ts'

interface Actor {
  licenseeId: string
  accountId: number
  patientId: string
}

/** What screens with a patient's appointments depend on: changes by the person, and by others who act for the patient. */
export function appointmentTopics({ licenseeId, accountId, patientId }: Actor): string[] {
  return [personTopic({ accountId }, 'appointments'), topicOfPatient({ licenseeId, patientId }, 'appointments')]
}

/** The same, for the person of a request. */
export function ownAppointmentTopics(context: Pick<Context, 'licensee' | 'principal'>): string[] {
  const { accountId, patient } = actingPrincipal(context)
  return appointmentTopics({ licenseeId: context.licensee.id, accountId, patientId: patient.id })
}
