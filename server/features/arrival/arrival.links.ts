import type { Db } from '../../db/open.ts'
import type { Appointment, Emr } from '../../gateways/emr/emr.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import { issueCapability } from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import type { LinkTokens } from '../../protocol/link-tokens.ts'
import type { AppointmentSubject } from '../../protocol/own-link.ts'
import { actingPrincipal } from '../../protocol/principal.ts'

export const arrivalRoute = '/user/bookappointment/features/:apptId/:licenseName/:flag'

/** What a link to the page needs to know of its appointment. */
export type Arriving = Pick<Appointment, 'id' | 'startsAt' | 'minutes' | 'mode'>

export interface ArrivalLinkTools {
  db: Db
  emrOf: (licensee: Licensee) => Emr
  tokens: LinkTokens
}

/** So long after the visit the page still says that it is over. */
const readableForMs = 30 * 24 * 3_600_000

/** The address of the page for one appointment of the person's patient; undefined while the record server cannot be asked. */
export async function arrivalAddress(
  context: Context,
  { db, emrOf, tokens }: ArrivalLinkTools,
  appointment: Arriving,
): Promise<string | undefined> {
  const license = await licenseOf(emrOf(context.licensee))
  if (license === undefined) return undefined
  const { licensee } = context
  const { patient } = actingPrincipal(context)
  const { id, startsAt, minutes, mode } = appointment
  const token = await issueCapability<AppointmentSubject>(db, {
    licenseeId: licensee.id,
    purpose: 'arrival',
    subjectKey: id,
    subject: { appointmentId: id, patientId: patient.id },
    token: tokens(licensee.id, 'arrival', patient.id, id, startsAt),
    at: context.now(),
    endsAt: new Date(Date.parse(startsAt) + minutes * 60_000 + readableForMs),
  })
  // Nobody parks a car for a video visit.
  return `/user/bookappointment/features/${token}/${encodeURIComponent(license)}/${mode === 'inoffice' ? 1 : 0}`
}

async function licenseOf(emr: Emr): Promise<string | undefined> {
  try {
    return await emr.licenseName()
  } catch (error) {
    if (error instanceof EmrError) return undefined
    throw error
  }
}
