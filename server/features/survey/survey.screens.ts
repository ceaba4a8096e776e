import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Appointment } from '../../gateways/emr/appointments/appointments.ts'
import type { ActionDefinition, Named, ScreenBody } from '../../protocol/definitions.ts'
import { call, form, link, text, title } from '../../protocol/block-builders.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import { surveyMessages } from './survey.messages.ts'
import { mostStars } from './survey.rules.ts'
import { paths } from '../../practice/paths.ts'

/** The parameters of a survey's address. */
interface SurveyPlace {
  link: string
  flag: '0' | '1'
}

/** The practice's reply to many stars. */
export interface Praise {
  words: string
  /** The address of the practice's public reviews. */
  page?: string
}

export interface SurveyPage extends SurveyPlace {
  visit: Pick<Appointment, 'startsAt' | 'timeZone' | 'providerName'>
  rate: Named
  /** The stars given; if set, the survey is read-only. */
  stars?: number
  praise?: Praise
}

const heading = 'Satisfaction Survey'
export const starsBlock = 'stars'
export const followUpBlock = 'follow-up'

/** Specification 1 §2, §4. */
export function surveyScreen({ visit, rate, stars, praise, ...place }: SurveyPage): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    back: { label: 'Appointments', to: paths.appointments({ tab: 'past' }) },
    blocks: [
      title(heading),
      text('visit', visitWords(visit), 'lead'),
      stars === undefined ? starsOf(rate, place) : givenStars(stars),
      followUp(stars === undefined ? [] : answered(praise)),
    ],
  }
}

const closedWords = {
  cancelled: surveyMessages['survey.cancelled'],
  early: surveyMessages['survey.notYet'],
  late: surveyMessages['survey.late'],
}

/** Instead of the question about a visit that nobody can rate. */
export function closedSurveyScreen(why: keyof typeof closedWords, visit: SurveyPage['visit']): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    back: { label: 'Appointments', to: paths.appointments() },
    blocks: [
      title(heading),
      { kind: 'notice', id: 'closed', tone: why === 'early' ? 'info' : 'warning', text: closedWords[why] },
      text('visit', visitWords(visit)),
      link('to-appointments', { text: 'Your appointments', to: paths.appointments(), icon: 'calendar' }),
    ],
  }
}

function visitWords({ startsAt, timeZone, providerName }: SurveyPage['visit']): string {
  return `Your visit with ${providerName} on ${dateText(dayOf(startsAt, timeZone))}`
}

const labels = Array.from({ length: mostStars }, (_, index) => `${index + 1} of ${mostStars}`)
const rating = { kind: 'rating', id: starsBlock, legend: 'How was your visit?', labels, none: 'Tap a star' } as const

function starsOf(rate: Named, place: SurveyPlace): BlockOf<'rating'> {
  return { ...rating, do: { ...call(rate, { ...place }), parameter: 'stars' } }
}

export function givenStars(stars: number): BlockOf<'rating'> {
  return { ...rating, value: stars, readOnly: true }
}

export function followUp(blocks: BlockList): BlockOf<'stack'> {
  return { kind: 'stack', id: followUpBlock, blocks }
}

/** Specification 1 §4: a message and a review link, or thanks where the practice has set none. */
export function answered(praise: Praise | undefined): BlockList {
  const words = praise?.words || 'Thank you for your feedback.'
  const page = praise?.page
  return [
    {
      kind: 'notice',
      id: 'thanks',
      tone: 'success',
      text: words,
      announce: true,
      ...(page ? { actions: [{ id: 'review', label: 'Write a review', do: { type: 'leave', href: page } }] } : {}),
    },
    toPast(),
  ]
}

/** `stars` are sent with the form. */
export function feedbackForm(
  send: ActionDefinition,
  { link: token, stars }: { link: string; stars: number },
): BlockOf<'form'> {
  return form({
    id: 'feedback',
    asksToLeave: true,
    label: 'Your feedback',
    action: send,
    messages: surveyMessages,
    fields: [
      {
        name: 'feedback',
        label: 'What could we do better?',
        widget: 'multiline',
        count: true,
      },
    ],
    input: { link: token, stars },
    submitLabel: 'Send',
    busyText: 'Sending your feedback',
  })
}

export function thankYouScreen(): ScreenBody {
  return {
    title: 'Thank you',
    width: 'reading',
    blocks: [title('Thank you'), text('thanks', 'Thank you for your feedback.'), toPast()],
  }
}

const toPast = () =>
  link('to-past', { text: 'Your past appointments', to: paths.appointments({ tab: 'past' }), icon: 'calendar' })
