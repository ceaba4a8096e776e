import Type from 'typebox'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import { closed } from '../../../schemas/base.ts'
import type { Effect } from '../../../schemas/effect.ts'
import { EmrError } from '../../gateways/emr/emr.errors.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { patientsAndGuardians } from '../../protocol/guard.ts'
import { unknownLink } from '../../protocol/own-link.ts'
import { ownAppointmentTopics } from '../../practice/appointment-topics.ts'
import { keepToSend } from './send-review.ts'
import { surveyPaths } from './survey.paths.ts'
import { findSurvey, surveyPlace, type SurveyServices } from './survey.link.ts'
import { followUpOf, mostStars, ratableUntil, surveyOffer, unratable } from './survey.rules.ts'
import {
  answered,
  feedbackForm,
  followUp,
  followUpBlock,
  givenStars,
  starsBlock,
  type Praise,
} from './survey.screens.ts'
import { settleReview, takeBackReview } from './survey.store.ts'

const Token = Type.String({ minLength: 1, maxLength: 100 })
const RateInput = closed({
  link: Token,
  flag: Type.Union([Type.Literal('0'), Type.Literal('1')]),
  stars: Type.Integer({ minimum: 0, maximum: mostStars }),
})
/** Only a rating with few stars has text (specification 1 §4). */
const SendInput = closed({
  link: Token,
  stars: Type.Integer({ minimum: 1, maximum: 3 }),
  feedback: Type.Optional(Type.String({ maxLength: 2000 })),
})
const guarded = { guard: patientsAndGuardians, ...surveyOffer } as const

export function surveyActions(services: SurveyServices): Record<'rate' | 'send', ActionDefinition> {
  const send = sendFeedback(services)
  return { rate: rate(services, send), send }
}

/**
 * A rating with many stars is recorded at once; one with few stars asks for text first, so that it can still be
 * changed.
 */
function rate(services: SurveyServices, send: ActionDefinition): ActionDefinition {
  return action({
    ...guarded,
    name: 'survey.rate',
    about: 'Rated a visit',
    actions: [send],
    input: RateInput,
    run: async (context, { link, flag, stars }) => {
      const followUpKind = followUpOf(stars)
      if (followUpKind === 'review') {
        const appointmentId = await record(context, services, { link, stars, comments: '' })
        const praise = await praiseOf(services.emrOf(context.licensee), { appointmentId, flag, stars })
        return [replaced(starsBlock, givenStars(stars)), replaced(followUpBlock, followUp(answered(praise)))]
      }
      await findOpen(context, services, link)
      const blocks = followUpKind === 'feedback' ? [feedbackForm(send, { link, stars })] : []
      return [replaced(followUpBlock, followUp(blocks))]
    },
  })
}

function sendFeedback(services: SurveyServices): ActionDefinition {
  return action({
    ...guarded,
    name: 'survey.send',
    about: 'Sent feedback on a visit',
    input: SendInput,
    run: async (context, { link, stars, feedback = '' }) => {
      await record(context, services, { link, stars, comments: feedback.trim() })
      return [{ type: 'navigate', to: surveyPaths.thanks({ id: link }), replace: true }]
    },
  })
}

interface Given {
  link: string
  stars: number
  comments: string
}

/**
 * Records a rating, once per link, and returns the appointment's id. If the record server fails, the person can send it
 * again; the record server keeps the first one.
 */
async function record(
  context: ActionContext,
  services: SurveyServices,
  { link, stars, comments }: Given,
): Promise<string> {
  const { db, emrOf } = services
  const visit = await findOpen(context, services, link)
  const appointmentId = visit.id
  const place = surveyPlace(context, link)
  const review = { licenseeId: context.licensee.id, appointmentId, stars, comments }
  const isKept = await keepToSend(services, { place, review, endsAt: ratableUntil(visit), at: context.now() })
  if (!isKept) throw new Failure('survey.done', { status: 409 })
  try {
    if (!(await emrOf(context.licensee).addReview(review))) throw unknownLink()
  } catch (error) {
    await takeBackReview(db, { place, review })
    throw error
  }
  await settleReview(db, review)
  context.publish(ownAppointmentTopics(context))
  return appointmentId
}

/** Returns the appointment of a link that was not rated yet. */
async function findOpen(context: ActionContext, services: SurveyServices, link: string): Promise<Appointment> {
  const { visit, isDone } = await findSurvey(context, services, link)
  if (isDone) throw new Failure('survey.done', { status: 409 })
  const why = unratable(visit, context.now())
  if (why === 'cancelled') throw new Failure('survey.cancelled', { status: 409 })
  if (why !== undefined) throw new Failure(why === 'early' ? 'survey.notYet' : 'survey.late', { status: 409 })
  return visit
}

/** The review is already stored, so parts that cannot be loaded are omitted. */
export async function praiseOf(
  emr: Emr,
  { appointmentId, flag, stars }: { appointmentId: string; flag: '0' | '1'; stars: number },
): Promise<Praise> {
  const [words, page] = await Promise.all([
    orNothing(emr.feedbackAcknowledgement({ appointmentId, stars })),
    orNothing(emr.reviewLink({ appointmentId, flag })),
  ])
  return { words: words ?? '', ...(page ? { page } : {}) }
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof EmrError) return undefined
    throw error
  }
}

type Replacement = Extract<Effect, { type: 'replace' }>

function replaced(id: string, block: Replacement['block']): Replacement {
  return { type: 'replace', id, block }
}
