import { practiceSettings } from '../../licensees/settings/practice.settings.ts'
import { arrivalSettings } from './arrival.settings.ts'
import type { Services } from '../../services.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import { ownerIn, readOwnLink } from '../../practice/appointment-links.ts'
import type { AppointmentStatus } from '../../gateways/emr/arrival/arrival.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { phone } from '../../protocol/block-builders.ts'
import { Failure } from '../../protocol/failure.ts'
import { uploadAddresses } from '../../practice/extension-points.ts'
import { ownLinkInstead, recordIdIn } from '../../practice/record-ids.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { arrivalPage } from './arrival.links.ts'
import { checksInToday, entriesFor, intakeOffered, isOver, parkingLotOffered } from './arrival.rules.ts'
import { formFillers } from '../../practice/form-fillers.ts'
import { firstNameOfOther, patientFact } from '../../practice/for-whom.ts'
import { arrivalScreen, type ArrivalActions } from './arrival.screens.ts'

export type ArrivalServices = Pick<Services, 'db' | 'emrOf' | 'appointmentLinks' | 'signedRedirect' | 'index' | 'uses'>

interface ArrivalParams {
  token: string
  license: string
  flag: string
  actions: ArrivalActions
}

/** Loads the page for the holder of the link. Throws `link.*`. */
export async function loadArrival(
  context: Context,
  services: ArrivalServices,
  params: ArrivalParams,
): Promise<ScreenBody> {
  const { emrOf, index, uses } = services
  const emr = emrOf(context.licensee)
  const { license, flag } = params
  if (!['0', '1'].includes(flag) || (await emr.licenseName()) !== license) throw unknownLink()
  const appointmentId = recordIdIn(params.token)
  if (appointmentId !== undefined) {
    const to = (appointment: Appointment) => arrivalPage(ownerIn(context), services, { appointment, license, flag })
    throw await ownLinkInstead(context, { emr, appointmentId, to })
  }
  const arrival = await findArrival(context, services, params.token)
  const { appointment, status } = arrival
  const confirmation = isOver(status) ? undefined : await emr.confirmation(appointment.id)
  const [uploadAddress] = uses(uploadAddresses)
  const isEnabled = context.show('check-in', parkingLotOffered)
  const intake = context.show('features', intakeOffered)
  const mayFill = formFillers.admits(context.principal)
  return arrivalScreen({
    ...arrival,
    actions: params.actions,
    patient: patientFact(context.principal),
    firstName: firstNameOfOther(context.principal),
    link: params.token,
    office: isOver(status) ? await schedulingPhone(context, emr, appointment) : '',
    isConfirmed: confirmation?.isConfirmed ?? false,
    isArrived: confirmation?.isArrived ?? false,
    intake,
    entries: mayFill ? entriesFor(context.setting(arrivalSettings.LandingPageFeatures), appointment.mode) : [],
    upload: intake && !isOver(status) ? await uploadAddress?.(context, appointment) : undefined,
    hasForms: mayFill && index.reachable(paths.forms.route),
    checkIn: isEnabled && checksInToday({ status, flag }),
  })
}

/** The record server's own number for questions, else that of the location or the practice; may be empty. */
async function schedulingPhone(context: Context, emr: Emr, { id, facilityPhone }: Appointment): Promise<string> {
  const own = await emr.schedulingPhone(id).catch((error: unknown) => {
    if (error instanceof EmrError) return ''
    throw error
  })
  return own || facilityPhone || context.setting(practiceSettings.Practice_Phone)
}

export interface LinkedArrival {
  appointment: Appointment
  status: AppointmentStatus
}

/** Returns the appointment of a link from the record server. Throws `link.*`. */
export async function findArrival(
  context: Context,
  { emrOf, appointmentLinks }: Pick<ArrivalServices, 'emrOf' | 'appointmentLinks'>,
  token: string,
): Promise<LinkedArrival> {
  const subject = readOwnLink(appointmentLinks, context, { purpose: 'arrival', token })
  for (const topic of ownAppointmentTopics(context)) context.dependsOn(topic)
  const emr = emrOf(context.licensee)
  const [appointment, status, isEnded] = await Promise.all([
    emr.appointment(subject),
    emr.appointmentStatus(subject.appointmentId),
    emr.linkEnded(subject.appointmentId),
  ])
  if (!appointment || !status) throw unknownLink()
  if (isEnded && !isOver(status)) {
    const office = await schedulingPhone(context, emr, appointment)
    throw new Failure('arrival.linkEnded', { status: 404, params: { office: phone(office).text || 'the office' } })
  }
  return { appointment, status }
}
