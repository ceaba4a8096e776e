import type { Appointment } from '../gateways/emr/appointments/appointments.ts'
import type { Emr } from '../gateways/emr/emr.ts'
import type { Context } from '../protocol/context.ts'
import { Failure } from '../protocol/failure.ts'
import { unknownLink } from '../protocol/own-link.ts'
import { patientOf } from '../protocol/principal.ts'

const number = /^[1-9]\d{0,8}$/

/**
 * Returns the id of the record server that a part of an address is, plain or in base64, as practices send it in
 * reminders (security.md, Booking, links, visits); undefined for anything else.
 */
export function recordIdIn(text: string): string | undefined {
  if (number.test(text)) return text
  const encoded = text.replace(/={1,2}$/, '')
  const id = Buffer.from(encoded, 'base64').toString('latin1')
  return number.test(id) && Buffer.from(id).toString('base64').replace(/=+$/, '') === encoded ? id : undefined
}

interface RecordAddress {
  emr: Emr
  appointmentId: string
  /** Returns the address of the portal's own link; undefined where there is none for the appointment. */
  to: (appointment: Appointment) => string
  /** The failure for everybody else. */
  unknown?: () => Failure
}

/**
 * Returns the failure that leads from an address with the record server's id to the portal's own link. It does so only
 * for people who act for the patient of the appointment; for everybody else there is no such link.
 */
export async function ownLinkInstead(
  context: Context,
  { emr, appointmentId, to, unknown = unknownLink }: RecordAddress,
): Promise<Failure> {
  const { principal } = context
  const patientId = principal?.kind === 'guest' ? undefined : patientOf(principal)?.id
  if (patientId === undefined) return unknown()
  const appointment = await emr.appointment({ patientId, appointmentId })
  return appointment ? new Failure('link.moved', { status: 404, forward: to(appointment) }) : unknown()
}
