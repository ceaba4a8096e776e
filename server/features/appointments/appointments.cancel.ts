import Type, { type Static } from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import { cancelOffered, cancelReasons, isTooLate, type CancelReason } from '../../practice/appointment-changes.rules.ts'
import { slotFreed } from '../../practice/extension-points.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import { routes } from '../../practice/routes.ts'
import { phone } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { cancelDialog, tooLateDialog } from './appointments.dialogs.ts'

type CancelServices = Pick<Services, 'emrOf' | 'uses'>

const AppointmentId = Type.String({ pattern: '^[0-9]{1,10}$' })
const codes = Object.keys(cancelReasons) as CancelReason[] // the keys of that record
const Reason = Type.Union(codes.map((code) => Type.Literal(code)))
/** What the form asks for; the rest of the input goes with it. */
export const ReasonForm = closed({ reason: Reason })
const CancelInput = closed({ appointmentId: AppointmentId, reason: Reason })
const guarded = { guard: patientsAndGuardians, offered: appointmentsOffered } as const

/** Calling an upcoming appointment off, with a reason and the practice's notice. */
export function cancelActions(services: CancelServices): ActionDefinition[] {
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
    repeatable: true,
    input: closed({ appointmentId: AppointmentId }),
    run: async (context, { appointmentId }) => {
      const appointment = await ownAppointment(services, context, appointmentId)
      if (appointment.cancellationReason !== undefined) return said(appointment)
      const noticeHours = context.setting('Portal_Change_Notice_Hours')
      const dialog = isTooLate(appointment, { noticeHours, now: context.now() })
        ? tooLateDialog({ noticeHours, office: officeOf(context, appointment) })
        : cancelDialog({ appointment, action: cancel, schema: ReasonForm })
      return [{ type: 'open', dialog }]
    },
  })
  return [ask, cancel]
}

/** An appointment of the person's own patient. Throws the Failures `appointments.cancelOff` and `appointments.unknown`. */
async function ownAppointment(
  { emrOf }: CancelServices,
  context: Context,
  appointmentId: string,
): Promise<Appointment> {
  if (!cancelOffered(context))
    throw new Failure('appointments.cancelOff', { status: 403, params: { office: officeWords(context) } })
  const patientId = actingPrincipal(context).patient.id
  const found = await emrOf(context.licensee).appointment({ patientId, appointmentId })
  if (!found) throw new Failure('appointments.unknown', { status: 404 })
  return found
}

async function cancelOwn(
  services: CancelServices,
  context: ActionContext,
  { appointmentId, reason }: Static<typeof CancelInput>,
): Promise<Effect[]> {
  const found = await ownAppointment(services, context, appointmentId)
  if (found.cancellationReason !== undefined) return said(found)
  const rules = { noticeHours: context.setting('Portal_Change_Notice_Hours'), now: context.now() }
  if (isTooLate(found, rules) || (await askToCancel(services, context, { found, reason })) === 'over')
    throw new Failure('appointments.tooLate', {
      status: 409,
      params: { office: officeWords(context, found) },
    })
  context.publish([personTopic(actingPrincipal(context), 'appointments')])
  for (const hear of services.uses(slotFreed)) await hear(context, found)
  return said(found)
}

/** A lost answer is looked up: a second try would be as harmless, but the person should read what is true. */
async function askToCancel(
  services: CancelServices,
  context: Context,
  { found, reason }: { found: Appointment; reason: CancelReason },
): Promise<'cancelled' | 'over'> {
  const wish = { patientId: actingPrincipal(context).patient.id, appointmentId: found.id }
  const emr = services.emrOf(context.licensee)
  try {
    const outcome = await emr.cancelAppointment({ ...wish, reason: cancelReasons[reason] })
    if (!outcome) throw new Failure('appointments.unknown', { status: 404 })
    return outcome
  } catch (error) {
    if (!(error instanceof EmrError) || !error.mayHaveHappened) throw error
    const since = await emr.appointment(wish).catch(() => undefined)
    if (since?.cancellationReason !== undefined) return 'cancelled'
    throw new Failure('appointments.unconfirmed', { status: 503, retryAfterSeconds: 5, cause: error })
  }
}

/** The lists again, with the message that is shown on load (specification 1 §2, Appointments screen). */
function said({ id }: Appointment): Effect[] {
  return [
    { type: 'close' },
    { type: 'refresh', what: 'region', id: 'appointments.upcoming' },
    { type: 'refresh', what: 'region', id: 'appointments.cancelled' },
    { type: 'navigate', to: `${routes.appointments}?cancelled=${id}`, replace: true },
  ]
}

function officeOf(context: Context, appointment?: Appointment): string {
  return appointment?.facilityPhone || context.setting('Practice_Phone')
}

function officeWords(context: Context, appointment?: Appointment): string {
  return phone(officeOf(context, appointment)).text || 'the office'
}

/** The appointment whose cancellation the address says, if it is the person's own and really cancelled. */
export async function cancelledOne(
  { emrOf }: Pick<Services, 'emrOf'>,
  context: Context,
  appointmentId: string | undefined,
): Promise<Appointment | undefined> {
  if (!appointmentId) return undefined
  const patientId = actingPrincipal(context).patient.id
  try {
    const found = await emrOf(context.licensee).appointment({ patientId, appointmentId })
    return found?.cancellationReason === undefined ? undefined : found
  } catch (error) {
    if (error instanceof EmrError) return undefined // the screen stands without the message
    throw error
  }
}
