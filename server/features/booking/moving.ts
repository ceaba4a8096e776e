import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { AppointmentType } from '../../gateways/emr/reference/reference.ts'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { appointmentSettings } from '../../practice/appointment.settings.ts'
import type { Context } from '../../protocol/context.ts'
import { Failure } from '../../protocol/failure.ts'
import { isTooLate, rescheduleOffered } from '../../practice/appointment-changes.rules.ts'
import { phone } from '../../protocol/block-builders.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { ChoicesQuery, Offer } from './booking.choices.ts'

/** An appointment to be moved, and the offer limited to its provider and type. */
export interface Moving {
  appointment: Appointment
  offer: Offer
  choices: ChoicesQuery
}

/**
 * Loads an appointment of the person's own patient and the offer it can be moved to. Throws a Failure when it does not
 * exist, was cancelled, or can be moved by the office only.
 */
export async function loadMoving(
  context: Context,
  { emr, id, offer }: { emr: Emr; id: string; offer: Offer },
): Promise<Moving> {
  const params = { office: phone(context.setting(practiceSettings.Practice_Phone)).text || 'the office' }
  if (!rescheduleOffered(context)) throw new Failure('booking.moveOff', { status: 403, params })
  const appointment = await emr.appointment({ patientId: actingPrincipal(context).patient.id, appointmentId: id })
  if (!appointment) throw new Failure('booking.moveUnknown', { status: 404 })
  if (appointment.cancellationReason !== undefined) throw new Failure('booking.moveGone', { status: 409 })
  const noticeHours = context.setting(appointmentSettings.Portal_Change_Notice_Hours)
  if (isTooLate(appointment, { noticeHours, now: context.now() }))
    throw new Failure('booking.moveLate', { status: 409, params })
  const narrowed = narrow(offer, { appointment, types: await emr.appointmentTypes(appointment.mode) })
  if (!narrowed) throw new Failure('booking.moveByOffice', { status: 409, params })
  return { appointment, ...narrowed }
}

/** Returns undefined when the practice no longer offers the provider or such a type. */
export function narrow(
  offer: Offer,
  { appointment, types }: { appointment: Appointment; types: readonly AppointmentType[] },
): Pick<Moving, 'offer' | 'choices'> | undefined {
  const { mode, providerId } = appointment
  const here = offer.modes[mode]
  const provider = here?.providers.find(({ id }) => id === providerId)
  const type = typeOf(appointment, types)
  if (!here || !provider || !type) return undefined
  const facilities = here.facilities.filter(({ id }) => provider.facilityIds.includes(id))
  return {
    offer: { ...offer, insurances: [], modes: { [mode]: { types: [type], providers: [provider], facilities } } },
    choices: { type: mode, visit: type.id, by: 'provider', provider: providerId },
  }
}

/** Returns the type of the same name or, because offices use their own names, the first one of the same length. */
function typeOf({ typeName, minutes }: Appointment, types: readonly AppointmentType[]): AppointmentType | undefined {
  return types.find(({ name }) => name === typeName) ?? types.find((type) => type.minutes === minutes)
}
