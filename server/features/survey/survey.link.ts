import { issueOwnLink, readOwnLink } from '../../practice/appointment-links.ts'
import type { Appointment } from '../../gateways/emr/emr.ts'
import { type CapabilityPlace, isUsedUp } from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import { unknownLink, type NamedLink } from '../../protocol/own-link.ts'
import type { Services } from '../../services.ts'
import { isRatable, ratableForMs } from './survey.rules.ts'
import { keptReview } from './survey.store.ts'

export type SurveyServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'appointmentLinks' | 'now' | 'jobs'>

/** The way to the survey of a visit; undefined for one that cannot be rated, or not any more. */
export function linkToSurvey(
  context: Context,
  { appointmentLinks }: SurveyServices,
  visit: Appointment,
): NamedLink | undefined {
  if (!isRatable(visit, context.now())) return undefined
  const token = issueOwnLink(appointmentLinks, context, {
    purpose: 'survey',
    appointment: visit,
    openForMs: ratableForMs,
  })
  return { id: `rate-${visit.id}`, label: 'Rate this visit', to: `/appointments/reviews/${token}/0` }
}

export interface FoundSurvey {
  visit: Appointment
  /** It was rated, here or elsewhere. */
  isDone: boolean
  /** That were given, also when the record server does not know them yet. */
  stars?: number
}

/** The visit of a person's own link. Throws `link.*`. */
export async function findSurvey(
  context: Context,
  { db, emrOf, appointmentLinks }: Pick<SurveyServices, 'db' | 'emrOf' | 'appointmentLinks'>,
  token: string,
): Promise<FoundSurvey> {
  const subject = readOwnLink(appointmentLinks, context, { purpose: 'survey', token })
  const isUsed = await isUsedUp(db, surveyPlace(context, token))
  const visit = await emrOf(context.licensee).appointment(subject)
  if (!visit) throw unknownLink()
  const { reviewStars } = visit
  const about = { licenseeId: context.licensee.id, appointmentId: visit.id }
  const stars = reviewStars ?? (isUsed ? (await keptReview(db, about))?.stars : undefined)
  return { visit, isDone: isUsed || reviewStars !== undefined, stars }
}

export function surveyPlace(context: Context, token: string): CapabilityPlace {
  return { licenseeId: context.licensee.id, purpose: 'survey', token }
}
