import Type, { type Static } from 'typebox'
import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { appointmentSettings } from '../../practice/appointment.settings.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { cancelOffered, cancelReasons, isTooLate, type CancelReason } from '../../practice/appointment-changes.rules.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import { appointmentCancelled } from '../../practice/extension-points.ts'
import { firstNameOfOther } from '../../practice/for-whom.ts'
import { appointmentsOffer } from '../../practice/offered.ts'
import { paths } from '../../practice/paths.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { cancelDialog, tooLateDialog } from './appointments.dialogs.ts'

type CancelServices = Pick<Services, 'emrOf' | 'uses'>

const AppointmentId = Type.String({ pattern: '^[0-9]{1,10}$' })
const codes = Object.keys(cancelReasons) as CancelReason[] // the keys of that record
const Reason = Type.Union(codes.map((code) => Type.Literal(code)))
/** The fields of the form; the rest of the input is sent with it. */
export const ReasonForm = closed({ reason: Reason })
const CancelInput = closed({ appointmentId: AppointmentId, reason: Reason })
const guarded = { guard: patientsAndGuardians, ...appointmentsOffer } as const

/** Cancels an upcoming appointment, with a reason and the practice's notice period. */
export function cancelActions(services: CancelServices): Record<'ask' | 'cancel', ActionDefinition> {
  const cancel = action({
    ...guarded,
    name: 'appointments.cancel',
    about: 'Cancels an upcoming appointment',
    input: CancelInput,
    codes: { '/reason': { required: 'appointments.reason', enum: 'appointments.reason' } },
    run: (context, input) => cancelOwn(services, context, input),
  })
  const ask = action({
    ...guarded,
    name: 'appointments.askCancel',
    about: 'Asks whether and why an appointment is to be cancelled',
    actions: [cancel],
    repeatable: true,
    input: closed({ appointmentId: AppointmentId }),
    run: async (context, { appointmentId }) => {
      const appointment = await ownAppointment(services, context, appointmentId)
      if (appointment.cancellationReason !== undefined) return showCancelled(appointment)
      const noticeHours = context.setting(appointmentSettings.Portal_Change_Notice_Hours)
      const dialog = isTooLate(appointment, { noticeHours, now: context.now() })
        ? tooLateDialog({ noticeHours, office: officeOf(context, appointment) })
        : cancelDialog({
            appointment,
            action: cancel,
            schema: ReasonForm,
            firstName: firstNameOfOther(context.principal),
          })
      return [{ type: 'open', dialog }]
    },
  })
  return { ask, cancel }
}

/**
 * Returns an appointment of the person's own patient. Throws the Failures `appointments.cancelOff` and
 * `appointments.unknown`.
 */
async function ownAppointment(
  { emrOf }: CancelServices,
  context: Context,
  appointmentId: string,
): Promise<Appointment> {
  if (!cancelOffered(context))
    throw new Failure('appointments.cancelOff', { status: 403, params: { office: officeWords(context) } })
  const patientId = actingPrincipal(context).patient.id
  const appointment = await emrOf(context.licensee).appointment({ patientId, appointmentId })
  if (!appointment) throw new Failure('appointments.unknown', { status: 404 })
  return appointment
}

async function cancelOwn(
  services: CancelServices,
  context: ActionContext,
  { appointmentId, reason }: Static<typeof CancelInput>,
): Promise<Effect[]> {
  const appointment = await ownAppointment(services, context, appointmentId)
  if (appointment.cancellationReason !== undefined) return showCancelledBefore()
  const rules = { noticeHours: context.setting(appointmentSettings.Portal_Change_Notice_Hours), now: context.now() }
  if (isTooLate(appointment, rules) || (await askToCancel(services, context, { appointment, reason })) === 'over')
    throw new Failure('appointments.tooLate', {
      status: 409,
      params: { office: officeWords(context, appointment) },
    })
  context.publish(ownAppointmentTopics(context))
  for (const hear of services.uses(appointmentCancelled)) await hear(context, appointment)
  return showCancelled(appointment)
}

/**
 * After a lost response, reads the appointment instead of cancelling again. A second call would be harmless, but the
 * person must see the actual outcome.
 */
async function askToCancel(
  services: CancelServices,
  context: Context,
  { appointment, reason }: { appointment: Appointment; reason: CancelReason },
): Promise<'cancelled' | 'over'> {
  const request = { patientId: actingPrincipal(context).patient.id, appointmentId: appointment.id }
  const emr = services.emrOf(context.licensee)
  try {
    const outcome = await emr.cancelAppointment({ ...request, reason: cancelReasons[reason] })
    if (!outcome) throw new Failure('appointments.unknown', { status: 404 })
    return outcome
  } catch (error) {
    if (!(error instanceof EmrError) || !error.mayHaveHappened) throw error
    const since = await emr.appointment(request).catch(() => undefined)
    if (since?.cancellationReason !== undefined) return 'cancelled'
    throw new Failure('appointments.unconfirmed', { status: 503, retryAfterSeconds: 5, cause: error })
  }
}

/** Refreshes the lists and shows the message (specification 1 §2, Appointments screen). */
function showCancelled({ id }: Appointment): Effect[] {
  return [
    { type: 'close' },
    { type: 'refresh', what: 'region', id: 'appointments.upcoming' },
    { type: 'refresh', what: 'region', id: 'appointments.cancelled' },
    { type: 'navigate', to: paths.appointments({ cancelled: id }), replace: true },
  ]
}

/**
 * Somebody else who acts for the patient was faster, or the office: cancelling again changes nothing, and the reason stays
 * the first one. A repeated request of the same page is answered by its key.
 */
function showCancelledBefore(): Effect[] {
  return [
    { type: 'close' },
    { type: 'refresh', what: 'region', id: 'appointments.upcoming' },
    { type: 'refresh', what: 'region', id: 'appointments.cancelled' },
    {
      type: 'notify',
      tone: 'warning',
      text: 'This appointment was already cancelled. You do not need to do anything.',
    },
  ]
}

function officeOf(context: Context, appointment?: Appointment): string {
  return appointment?.facilityPhone || context.setting(practiceSettings.Practice_Phone)
}

function officeWords(context: Context, appointment?: Appointment): string {
  return phone(officeOf(context, appointment)).text || 'the office'
}

/** Returns the cancelled appointment of the address, if it is the person's own and is really cancelled. */
export async function cancelledOne(
  { emrOf }: Pick<Services, 'emrOf'>,
  context: Context,
  appointmentId: string | undefined,
): Promise<Appointment | undefined> {
  if (!appointmentId) return undefined
  const patientId = actingPrincipal(context).patient.id
  try {
    const appointment = await emrOf(context.licensee).appointment({ patientId, appointmentId })
    return appointment?.cancellationReason === undefined ? undefined : appointment
  } catch (error) {
    if (error instanceof EmrError) return undefined // the screen is shown without the message
    throw error
  }
}
