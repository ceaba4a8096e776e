import type { Services } from '../../services.ts'
import { readOwnLink } from '../../practice/appointment-links.ts'
import type { AppointmentStatus } from '../../gateways/emr/arrivals.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import { uploadAddresses } from '../../practice/extension-points.ts'
import { routes } from '../../practice/routes.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { actingPrincipal, personTopic } from '../../protocol/principal.ts'
import { checksInToday, entriesFor, intakeOffered, isOver, parkingLotOffered } from './arrival.rules.ts'
import { arrivalScreen } from './arrival.screens.ts'

export type ArrivalServices = Pick<Services, 'emrOf' | 'appointmentLinks' | 'signedRedirect' | 'index' | 'uses'>

interface Asked {
  token: string
  license: string
  flag: string
}

/** The page for the holder of that link. Throws `link.*`. */
export async function loadArrival(context: Context, services: ArrivalServices, asked: Asked): Promise<ScreenBody> {
  const { emrOf, index, uses } = services
  const found = await findArrival(context, services, asked.token)
  const emr = emrOf(context.licensee)
  if (!['0', '1'].includes(asked.flag) || (await emr.licenseName()) !== asked.license) throw unknownLink()
  const { appointment, status } = found
  const confirmation = isOver(status) ? undefined : await emr.confirmation(appointment.id)
  const [uploadAddress] = uses(uploadAddresses)
  const isWanted = context.show('check-in', parkingLotOffered)
  const intake = context.show('features', intakeOffered)
  return arrivalScreen({
    ...found,
    link: asked.token,
    office: context.setting('Practice_Phone'),
    isConfirmed: confirmation?.isConfirmed ?? false,
    isArrived: confirmation?.isArrived ?? false,
    intake,
    entries: entriesFor(context.setting('LandingPageFeatures'), appointment.mode),
    upload: intake && !isOver(status) ? await uploadAddress?.(context, appointment) : undefined,
    hasForms: index.reachable(routes.forms),
    checkIn: isWanted && checksInToday({ status, flag: asked.flag }),
  })
}

export interface FoundArrival {
  appointment: Appointment
  status: AppointmentStatus
}

/** The appointment of a link as the record server has it now. Throws `link.*`. */
export async function findArrival(
  context: Context,
  { emrOf, appointmentLinks }: Pick<ArrivalServices, 'emrOf' | 'appointmentLinks'>,
  token: string,
): Promise<FoundArrival> {
  const subject = readOwnLink(appointmentLinks, context, { purpose: 'arrival', token })
  context.dependsOn(personTopic(actingPrincipal(context), 'appointments'))
  const emr = emrOf(context.licensee)
  const [appointment, status] = await Promise.all([
    emr.appointment(subject),
    emr.appointmentStatus(subject.appointmentId),
  ])
  if (!appointment || !status) throw unknownLink()
  return { appointment, status }
}
