import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { FacilityOnDay } from '../../gateways/emr/emr.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { button, goTo, phone, text, title } from '../../protocol/block-builders.ts'
import { longDayText } from '../../protocol/time-words.ts'
import { addressAfter, addressOf, addressToChange, indexAddress, lastAsked } from './booking.addresses.ts'
import { questionsOf, isWay, type Question } from './booking.choices.ts'
import { noneThatDay } from './booking.empty.ts'
import { bookingSteps, choiceFacts, type ChoicesShown } from './booking.facts.ts'
import { optionGroups } from './booking.options.ts'
import { dayStrip } from './booking.strip.ts'
import { stripNarrowBelow, type StripStart } from './booking.strip.rules.ts'
import { routes } from '../../practice/routes.ts'

export interface QuestionScreen extends ChoicesShown {
  strip: StripStart
  /** The locations with their free times, once a day is chosen. */
  onDay?: readonly FacilityOnDay[]
  /** Of the practice, to call when nothing can be booked here. */
  office: string
}

const titles: Record<Question, string> = {
  type: 'What kind of appointment would you like?',
  visit: 'What is the appointment for?',
  insurance: 'Which insurance do you have?',
  by: 'How would you like to book?',
  region: 'In which region?',
  date: 'On which day?',
  provider: 'Whom would you like to see?',
  facility: 'At which location?',
}

/** One question a page (look.md); the choices so far stand above it. */
export function questionScreen(view: QuestionScreen): ScreenBody {
  const { ask, refused, choices } = view.resolved
  return {
    title: 'Book an appointment',
    back: backFrom(view),
    blocks: [
      title(ask ? titles[ask] : 'Your choices'),
      bookingSteps(ask),
      ...choiceFacts(view),
      ...(refused ? [refusal(view)] : []),
      ...(ask
        ? questionBlocks(ask, view)
        : [button('times', { text: 'See the times', style: 'primary', do: goTo(addressOf({ choices })) })]),
    ],
  }
}

/** To the question before, or out of booking. */
function backFrom({ resolved }: QuestionScreen): NonNullable<ScreenBody['back']> {
  const asked = Object.keys(resolved.choices).length > resolved.only.length
  return asked
    ? { label: 'Back', to: addressToChange(lastAsked(resolved), resolved.choices) }
    : { label: 'Appointments', to: routes.appointments }
}

function refusal({ resolved, strip }: QuestionScreen): BlockOf<'notice'> {
  const words =
    resolved.ask === 'date' && strip.wasPast
      ? 'Date should not be in past'
      : 'What was chosen here is not offered any more. Please choose again.'
  return { kind: 'notice', id: 'refused', tone: 'warning', text: words, announce: true }
}

function questionBlocks(ask: Question, view: QuestionScreen): BlockList {
  if (ask === 'date') return dayBlocks(view)
  const groups = optionGroups(ask, { shown: view, onDay: view.onDay })
  if (groups.length === 0) return [nothingOffered(view.office)]
  const nothingFree = view.onDay && !view.onDay.some(({ freeTimes }) => freeTimes > 0)
  return [
    ...(nothingFree ? [noneThatDayNotice(view)] : []),
    { kind: 'choice', id: 'answers', label: titles[ask], groups, ...layoutOf(ask, groups) },
  ]
}

type Layout = Pick<BlockOf<'choice'>, 'columns' | 'find'>

/** A list that one look takes in needs no search. */
const seenAtOnce = 6

const finds: Partial<Record<Question, Layout['find']>> = {
  provider: { label: 'Find a provider', none: 'No provider matches what you typed.' },
  insurance: { label: 'Find an insurance', none: 'No insurance matches what you typed.' },
}

function layoutOf(ask: Question, groups: BlockOf<'choice'>['groups']): Layout {
  const many = groups.flatMap(({ options }) => options).length > seenAtOnce
  const find = many ? finds[ask] : undefined
  return { columns: ask === 'by' ? 3 : 2, ...(find ? { find } : {}) }
}

/** Each day of the strip can be chosen; on a narrow screen, where it shows one day, by a button. */
function dayBlocks({ resolved, offer, strip }: QuestionScreen): BlockList {
  const choose = (day: string) => addressAfter('date', day, { choices: resolved.choices, offer })
  return [
    text('day-help', 'Choose a day here, or pick a date further ahead.'),
    dayStrip({
      strip,
      today: offer.today,
      latest: offer.latest,
      moveTo: (from) => indexAddress({ ...resolved.choices, from }),
      choose,
      pick: { to: indexAddress(resolved.choices), parameter: 'date' },
    }),
    button('take-day', {
      text: `Choose ${longDayText(strip.from)}`,
      style: 'primary',
      upTo: stripNarrowBelow - 1,
      do: goTo(choose(strip.from)),
    }),
  ]
}

function noneThatDayNotice({ resolved }: QuestionScreen): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: 'none-that-day',
    tone: 'info',
    announce: true,
    text: noneThatDay,
    actions: [{ id: 'other-date', label: 'Choose another date', do: goTo(addressToChange('date', resolved.choices)) }],
  }
}

function nothingOffered(office: string): BlockOf<'notice'> {
  const words = 'There are no appointments to book online at the moment.'
  return {
    kind: 'notice',
    id: 'nothing',
    tone: 'info',
    text: office
      ? [{ text: `${words} Please call ` }, phone(office), { text: '.' }]
      : `${words} Please call the office.`,
  }
}

/** Whether the locations of a day must be asked for. */
export function asksForPlaceOnDay({ ask, choices }: ChoicesShown['resolved']): boolean {
  return ask === 'facility' && isWay(choices.by) && questionsOf[choices.by].includes('date')
}
