import type { Appointment } from '../../gateways/emr/emr.ts'
import { issueCapability, type CapabilityPlace } from '../../protocol/capability-store.ts'
import type { Context } from '../../protocol/context.ts'
import { readOwnLink, unknownLink, type AppointmentSubject, type NamedLink } from '../../protocol/own-link.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { isRatable, ratableUntil } from './survey.rules.ts'
import { keptReview } from './survey.store.ts'

export type SurveyServices = Pick<Services, 'db' | 'licensees' | 'emrOf' | 'linkTokens' | 'now' | 'jobs'>

/** The way to the survey of a visit; undefined for one that cannot be rated, or not any more. */
export async function linkToSurvey(
  context: Context,
  { db, linkTokens }: SurveyServices,
  visit: Appointment,
): Promise<NamedLink | undefined> {
  if (!isRatable(visit, context.now())) return undefined
  const { licensee } = context
  const { patient } = actingPrincipal(context)
  const token = await issueCapability<AppointmentSubject>(db, {
    licenseeId: licensee.id,
    purpose: 'survey',
    subjectKey: visit.id,
    subject: { appointmentId: visit.id, patientId: patient.id },
    token: linkTokens(licensee.id, 'survey', patient.id, visit.id, visit.startsAt),
    uses: 1,
    at: context.now(),
    endsAt: ratableUntil(visit),
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
  { db, emrOf }: Pick<SurveyServices, 'db' | 'emrOf'>,
  token: string,
): Promise<FoundSurvey> {
  const { subject, isUsed } = await readOwnLink<AppointmentSubject>(context, { db, purpose: 'survey', token })
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
