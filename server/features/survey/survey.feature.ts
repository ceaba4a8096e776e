import { switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import { orAskToSwitch } from '../../identity/link-of-other.ts'
import { pastLinks } from '../../practice/extension-points.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, feature, type Named, type ScreenBody, type ToDoText } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import { dayOf, monthDayText } from '../../protocol/time-words.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { sendEarlierReviews, sendReview } from './send-review.ts'
import { surveyPaths } from './survey.paths.ts'
import { praiseOf, surveyActions } from './survey.actions.ts'
import { findSurvey, isRated, leadFromRecordId, linkToSurvey, type SurveyServices } from './survey.link.ts'
import { surveyMessages } from './survey.messages.ts'
import { followUpOf, ratableUntil, surveyOffer, unratable } from './survey.rules.ts'
import { closedSurveyScreen, surveyScreen, thankYouScreen } from './survey.screens.ts'

const guarded = { guard: patientsAndGuardians, ...surveyOffer } as const

/** Ratings of visits by patients (specification 1 §2, §4). */
export const survey = feature('survey', (services: SurveyServices) => {
  const actions = surveyActions(services)
  return {
    messages: surveyMessages,
    actions: Object.values(actions),
    extends: [pastLinks.add(async (context, visit) => linkToSurvey(context, services, visit))],
    cards: [
      {
        ...guarded,
        kind: 'toDo',
        id: 'rate-visit',
        label: 'Your last visit',
        icon: 'edit',
        to: paths.appointments(),
        load: (context) => surveyToDo(context, services),
      },
    ],
    jobs: [sendReview.using(services), sendEarlierReviews.using(services)],
    screens: [
      screen({
        ...guarded,
        route: surveyPaths.review.route,
        under: paths.appointments.route,
        about: 'Satisfaction survey',
        actions: [actions.rate, switchPatient],
        load: (context, { params: { id = '', flag = '' } }) =>
          orAskToSwitch(services, context, {
            purpose: 'survey',
            token: id,
            route: surveyPaths.review.route,
            to: surveyPaths.review({ id, flag }),
            load: () => loadSurvey(context, services, { link: id, flag, rate: actions.rate }),
          }),
      }),
      screen({
        ...guarded,
        route: surveyPaths.thanks.route,
        under: paths.appointments.route,
        about: 'Thank-you after the survey',
        load: async (context, { params: { id = '' } }) => {
          await leadFromRecordId(context, services, { id, page: (token) => surveyPaths.thanks({ id: token }) })
          const { isDone } = await findSurvey(context, services, id)
          if (!isDone) throw unknownLink()
          return thankYouScreen()
        },
      }),
    ],
  }
})

/** The last visit, while it can be rated. */
async function surveyToDo(context: Context, services: SurveyServices): Promise<ToDoText | undefined> {
  for (const topic of ownAppointmentTopics(context)) context.dependsOn(topic)
  const { patient } = actingPrincipal(context)
  const query = { patientId: patient.id, list: 'past', page: 1, size: 1 } as const
  const { items } = await services.emrOf(context.licensee).appointments(query)
  const [visit] = items
  const link = visit && linkToSurvey(context, services, visit)
  if (!link || (await isRated(context, services, visit))) return undefined
  context.changesAt(ratableUntil(visit))
  return { text: `Rate your visit of ${monthDayText(dayOf(visit.startsAt, visit.timeZone))}`, to: link.to }
}

/** The screen depends on no topic, so that no refresh discards what a person is writing. */
async function loadSurvey(
  context: Context,
  services: SurveyServices,
  { link, flag, rate }: { link: string; flag: string; rate: Named },
): Promise<ScreenBody> {
  if (flag !== '0' && flag !== '1') throw unknownLink()
  await leadFromRecordId(context, services, { id: link, page: (token) => surveyPaths.review({ id: token, flag }) })
  const { visit, isDone, stars = 0 } = await findSurvey(context, services, link)
  if (!isDone) {
    const why = unratable(visit, context.now())
    return why === undefined ? surveyScreen({ link, flag, visit, rate }) : closedSurveyScreen(why, visit)
  }
  const isPraised = followUpOf(stars) === 'review'
  const praise = isPraised
    ? await praiseOf(services.emrOf(context.licensee), { appointmentId: visit.id, flag, stars })
    : undefined
  return surveyScreen({ link, flag, visit, rate, stars, praise })
}
