import { issueOwnLink, ownerIn, readOwnLink } from '../../practice/appointment-links.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { type AccessLinkKey, isUsedUp } from '../../protocol/access-link-store.ts'
import { ownLinkInstead, recordIdIn } from '../../practice/record-ids.ts'
import type { Context } from '../../protocol/context.ts'
import { unknownLink, type NamedLink } from '../../protocol/own-link.ts'
import type { Services } from '../../services.ts'
import { isRatable, ratableForMs } from './survey.rules.ts'
import { surveyPaths } from './survey.paths.ts'
import { keptReview } from './survey.store.ts'

export type SurveyServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'appointmentLinks' | 'now' | 'jobs'>

/** Returns the link to the survey of a visit; undefined for one that cannot be rated, or no longer. */
export function linkToSurvey(context: Context, services: SurveyServices, visit: Appointment): NamedLink | undefined {
  if (!isRatable(visit, context.now())) return undefined
  const token = tokenOf(context, services, visit)
  return { id: `rate-${visit.id}`, label: 'Rate this visit', to: surveyPaths.review({ id: token, flag: '0' }) }
}

/** Whether the portal has a rating of the visit that the record server may not have yet. */
export async function isRated(
  context: Pick<Context, 'licensee'>,
  { db }: Pick<SurveyServices, 'db'>,
  { id }: Pick<Appointment, 'id'>,
): Promise<boolean> {
  return (await keptReview(db, { licenseeId: context.licensee.id, appointmentId: id })) !== undefined
}

/** Throws what leads to the portal's own link, for an address with the record server's id. */
export async function leadFromRecordId(
  context: Context,
  services: SurveyServices,
  { id, page }: { id: string; page: (token: string) => string },
): Promise<void> {
  const appointmentId = recordIdIn(id)
  if (appointmentId === undefined) return
  const to = (appointment: Appointment) => page(tokenOf(context, services, appointment))
  throw await ownLinkInstead(context, { emr: services.emrOf(context.licensee), appointmentId, to })
}

function tokenOf(context: Context, { appointmentLinks }: Pick<SurveyServices, 'appointmentLinks'>, visit: Appointment) {
  return issueOwnLink(appointmentLinks, ownerIn(context), {
    purpose: 'survey',
    appointment: visit,
    openForMs: ratableForMs,
  })
}

export interface LinkedSurvey {
  visit: Appointment
  /** Whether it was rated, through this portal or in another way. */
  isDone: boolean
  /** The stars given, even if the record server does not have them yet. */
  stars?: number
}

/** Returns the visit of a person's own link. Throws `link.*`. */
export async function findSurvey(
  context: Context,
  { db, emrOf, appointmentLinks }: Pick<SurveyServices, 'db' | 'emrOf' | 'appointmentLinks'>,
  token: string,
): Promise<LinkedSurvey> {
  const subject = readOwnLink(appointmentLinks, context, { purpose: 'survey', token })
  const wasUsed = await isUsedUp(db, surveyPlace(context, token))
  const visit = await emrOf(context.licensee).appointment(subject)
  if (!visit) throw unknownLink()
  const { reviewStars } = visit
  const about = { licenseeId: context.licensee.id, appointmentId: visit.id }
  const stars = reviewStars ?? (wasUsed ? (await keptReview(db, about))?.stars : undefined)
  return { visit, isDone: wasUsed || reviewStars !== undefined, stars }
}

export function surveyPlace(context: Context, token: string): AccessLinkKey {
  return { licenseeId: context.licensee.id, purpose: 'survey', token }
}
