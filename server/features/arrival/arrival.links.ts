import { issueOwnLink } from '../../practice/appointment-links.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import type { LinkedAppointment } from '../../practice/extension-points.ts'
import type { Context } from '../../protocol/context.ts'
import type { NamedLink } from '../../protocol/own-link.ts'
import type { Services } from '../../services.ts'

export const arrivalRoute = '/user/bookappointment/features/:apptId/:licenseName/:flag'

type LinkServices = Pick<Services, 'emrOf' | 'appointmentLinks'>

/** So long after the visit the page still says that it is over. */
const openForMs = 30 * 24 * 3_600_000

/** The link to the page of an appointment of the person's patient; undefined when there is none now. */
export async function prepareLink(
  context: Context,
  services: LinkServices,
  appointment: LinkedAppointment,
): Promise<NamedLink | undefined> {
  const to = await arrivalAddress(context, services, appointment)
  return to === undefined ? undefined : { id: `prepare-${appointment.id}`, label: 'Prepare for your visit', to }
}

/** The address of the page for one appointment of the person's patient; undefined while the record server cannot be asked. */
async function arrivalAddress(
  context: Context,
  { emrOf, appointmentLinks }: LinkServices,
  appointment: LinkedAppointment,
): Promise<string | undefined> {
  const license = await licenseOf(emrOf(context.licensee))
  if (license === undefined) return undefined
  const token = issueOwnLink(appointmentLinks, context, { purpose: 'arrival', appointment, openForMs })
  // Nobody parks a car for a video visit.
  return `/user/bookappointment/features/${token}/${encodeURIComponent(license)}/${appointment.mode === 'inoffice' ? 1 : 0}`
}

async function licenseOf(emr: Emr): Promise<string | undefined> {
  try {
    return await emr.licenseName()
  } catch (error) {
    if (error instanceof EmrError) return undefined
    throw error
  }
}
