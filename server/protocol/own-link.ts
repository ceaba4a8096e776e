import { Failure } from './failure.ts'

/** What the links of a patient's appointment stand for. */
export interface AppointmentSubject {
  appointmentId: string
  patientId: string
}

export function unknownLink(): Failure {
  return new Failure('link.unknown', { status: 404 })
}

/** A way into another screen, as a list or a page names it. */
export interface NamedLink {
  id: string
  label: string
  to: string
}
