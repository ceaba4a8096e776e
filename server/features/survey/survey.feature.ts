import type { Appointment } from '../../gateways/emr/emr.ts'
import { appointmentsOffered } from '../../practice/offered.ts'
import type { Context } from '../../protocol/context.ts'
import { screen, type Feature, type ScreenBody } from '../../protocol/definitions.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { unknownLink, type NamedLink } from '../../protocol/own-link.ts'
import { startSending } from './send-unsent.ts'
import { praiseOf, surveyActions } from './survey.actions.ts'
import { findSurvey, linkToSurvey, type SurveyTools } from './survey.link.ts'
import { surveyMessages } from './survey.messages.ts'
import { followUpOf } from './survey.rules.ts'
import { surveyScreen, thankYouScreen } from './survey.screens.ts'

export interface SurveyRoom {
  feature: Feature
  /** The way to the survey of a visit; undefined for one that cannot be rated, or not any more. */
  linkOf: (context: Context, visit: Appointment) => Promise<NamedLink | undefined>
}

const guarded = { guard: patientsAndGuardians, offered: appointmentsOffered } as const

/** What patients say of a visit (specification 1 §2, §4). */
export function openSurvey(tools: SurveyTools): SurveyRoom {
  return {
    linkOf: (context, visit) => linkToSurvey(context, tools, visit),
    feature: {
      name: 'survey',
      messages: surveyMessages,
      regions: [],
      actions: surveyActions(tools),
      start: () => startSending(tools),
      screens: [
        screen({
          ...guarded,
          route: '/appointments/reviews/:id/:flag',
          about: 'Satisfaction survey',
          actions: ['survey.rate', 'survey.send'],
          load: (context, { params: { id = '', flag = '' } }) => loadSurvey(context, tools, { link: id, flag }),
        }),
        screen({
          ...guarded,
          route: '/Thankyou/:id',
          about: 'Thank-you after the survey',
          load: async (context, { params: { id = '' } }) => {
            const { isDone } = await findSurvey(context, tools, id)
            if (!isDone) throw unknownLink()
            return thankYouScreen()
          },
        }),
      ],
    },
  }
}

/** The screen depends on nothing that changes by itself: what a person is writing is not taken away. */
async function loadSurvey(
  context: Context,
  tools: SurveyTools,
  { link, flag }: { link: string; flag: string },
): Promise<ScreenBody> {
  if (flag !== '0' && flag !== '1') throw unknownLink()
  const { visit, isDone, stars = 0 } = await findSurvey(context, tools, link)
  if (!isDone) return surveyScreen({ link, flag, visit })
  const isPraised = followUpOf(stars) === 'review'
  const praise = isPraised
    ? await praiseOf(tools.emrOf(context.licensee), { appointmentId: visit.id, flag, stars })
    : undefined
  return surveyScreen({ link, flag, visit, stars, praise })
}
