import { issueOwnLink, ownerIn, type LinkOwner } from '../../practice/appointment-links.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { LinkedAppointment } from '../../practice/extension-points.ts'
import type { Context } from '../../protocol/context.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import type { Services } from '../../services.ts'
import { arrivalPaths } from './arrival.paths.ts'

type LinkServices = Pick<Services, 'emrOf' | 'appointmentLinks'>

/** How long after the visit the page still says that it is over. */
const openForMs = 30 * 24 * 3_600_000

/** Returns the link to the page of an appointment of the person's patient; undefined when there is none. */
export async function prepareLink(
  context: Context,
  services: LinkServices,
  appointment: LinkedAppointment,
): Promise<NamedLink | undefined> {
  const to = await arrivalAddress(context, services, appointment)
  return to === undefined
    ? undefined
    : { id: `prepare-${appointment.id}`, label: 'Prepare for your visit', short: 'Prepare', to }
}

/**
 * Returns the address of the page for one appointment of the person's patient; undefined while the record server is
 * unavailable.
 */
async function arrivalAddress(
  context: Context,
  { emrOf, appointmentLinks }: LinkServices,
  appointment: LinkedAppointment,
): Promise<string | undefined> {
  const license = await licenseOf(emrOf(context.licensee))
  return license === undefined
    ? undefined
    : arrivalPage(ownerIn(context), { appointmentLinks }, { appointment, license })
}

interface ArrivalAddress {
  appointment: LinkedAppointment
  /** The practice's name in addresses. */
  license: string
  /** Whether the patient may check in from the parking lot; never for a video visit. */
  flag?: string
}

export function arrivalPage(
  owner: LinkOwner,
  { appointmentLinks }: Pick<Services, 'appointmentLinks'>,
  { appointment, license, flag = '1' }: ArrivalAddress,
): string {
  const token = issueOwnLink(appointmentLinks, owner, { purpose: 'arrival', appointment, openForMs })
  const shownFlag = appointment.mode === 'inoffice' ? flag : '0'
  return arrivalPaths.arrival({ apptId: token, licenseName: license, flag: shownFlag })
}

async function licenseOf(emr: Emr): Promise<string | undefined> {
  try {
    return await emr.licenseName()
  } catch (error) {
    if (error instanceof EmrError) return undefined
    throw error
  }
}
