import { Failure } from './failure.ts'

/** The content of the links of a patient's appointment. */
export interface AppointmentSubject {
  appointmentId: string
  patientId: string
}

export function unknownLink(): Failure {
  return new Failure('link.unknown', { status: 404 })
}

/** A link to another screen, as a list or page shows it. */
export interface NamedLink {
  id: string
  label: string
  /** For a row that has other words around it. */
  short?: string
  to: string
}
