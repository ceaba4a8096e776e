import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { FacilityOnDay } from '../../gateways/emr/slots/slots.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { button, goTo, phone, text, title } from '../../protocol/block-builders.ts'
import { longDayText } from '../../protocol/time-words.ts'
import { addressAfter, addressOf, addressToChange, lastAnswered } from './booking.addresses.ts'
import { questionsOf, isWay, type Question } from './booking.choices.ts'
import { atMostWords } from './booking.dialogs.ts'
import { noneThatDay } from './booking.empty.ts'
import { bookingSteps, choiceFacts, type ChoicesShown } from './booking.facts.ts'
import { optionGroups, type LastPlace } from './booking.options.ts'
import { dayStrip, noneOnDay } from './booking.strip.ts'
import { stripNarrowBelow, type StripStart } from './booking.strip.rules.ts'
import type { OpenDays } from './find-days.ts'
import { paths } from '../../practice/paths.ts'

export interface QuestionScreen extends ChoicesShown {
  strip: StripStart
  /** Which of its days have no free time, and where the next one is. */
  openDays?: Pick<OpenDays, 'closed' | 'openings'>
  /** The locations with their free times, after a day was chosen. */
  onDay?: readonly FacilityOnDay[]
  last?: LastPlace
  /** The practice's phone number, shown when nothing can be booked here. */
  office: string
}

const titles: Record<Question, string> = {
  type: 'What kind of appointment would you like?',
  visit: 'What is the appointment for?',
  insurance: 'Which insurance do you have?',
  by: 'How would you like to book?',
  region: 'In which region?',
  date: 'On which day?',
  provider: 'Who would you like to see?',
  facility: 'At which location?',
}

/** One question per page (look.md), below the choices so far. */
export function questionScreen(view: QuestionScreen): ScreenBody {
  const { ask, refused, choices } = view.resolved
  return {
    title: 'Book an appointment',
    back: backFrom(view),
    blocks: [
      title(titleOf(view)),
      ...(isAnythingOffered(view) ? [bookingSteps(ask)] : []),
      ...choiceFacts(view),
      ...(refused && isAnythingOffered(view) ? [refusal(view)] : []),
      ...(ask
        ? questionBlocks(ask, view)
        : [button('times', { text: 'See the times', style: 'primary', do: goTo(addressOf({ choices })) })]),
    ],
  }
}

/** Instead of the first question: every answer would lead to a time that cannot be booked. */
export function atMostScreen(reached: Parameters<typeof atMostWords>[0]): ScreenBody {
  const { title: heading, words } = atMostWords(reached)
  return {
    title: 'Book an appointment',
    width: 'reading',
    back: { label: 'Appointments', to: paths.appointments() },
    blocks: [
      title(heading),
      text('at-most', words, 'lead'),
      button('appointments', { text: 'Your appointments', style: 'primary', do: goTo(paths.appointments()) }),
    ],
  }
}

function titleOf(view: QuestionScreen): string {
  if (!isAnythingOffered(view)) return 'Book an appointment'
  return view.resolved.ask ? titles[view.resolved.ask] : 'Your choices'
}

function isAnythingOffered({ offer }: QuestionScreen): boolean {
  return Object.keys(offer.modes).length > 0
}

/** Leads to the previous question, or out of booking. */
function backFrom({ resolved }: QuestionScreen): NonNullable<ScreenBody['back']> {
  const hasPrevious = Object.keys(resolved.choices).length > resolved.only.length
  return hasPrevious
    ? { label: 'Back', to: addressToChange(lastAnswered(resolved), resolved.choices) }
    : { label: 'Appointments', to: paths.appointments() }
}

function refusal({ resolved, strip }: QuestionScreen): BlockOf<'notice'> {
  const words =
    resolved.ask === 'date' && strip.wasPast
      ? 'Date should not be in past'
      : 'Your choice is no longer offered. Please choose again.'
  return { kind: 'notice', id: 'refused', tone: 'warning', text: words, announce: true }
}

function questionBlocks(ask: Question, view: QuestionScreen): BlockList {
  if (ask === 'date') return dayBlocks(view)
  const groups = optionGroups(ask, { shown: view, onDay: view.onDay, last: view.last })
  if (groups.length === 0) return [nothingOffered(view.office)]
  const nothingFree = view.onDay && !view.onDay.some(({ freeTimes }) => freeTimes > 0)
  return [
    ...(nothingFree ? [noneThatDayNotice(view)] : []),
    { kind: 'choice', id: 'answers', label: titles[ask], groups, ...layoutOf(ask, groups) },
  ]
}

type Layout = Pick<BlockOf<'choice'>, 'columns' | 'find'>

/** Lists up to this length get no search field. */
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

/** Each day of the strip can be chosen; a narrow screen shows one day and a button to choose it. */
function dayBlocks({ resolved, offer, strip, openDays }: QuestionScreen): BlockList {
  const choose = (day: string) => addressAfter('date', day, { choices: resolved.choices, offer })
  const closed = openDays?.closed ?? []
  return [
    text('day-help', 'Choose a day, or pick a later date.'),
    dayStrip({
      strip,
      today: offer.today,
      latest: offer.latest,
      moveTo: (from) => paths.booking({ ...resolved.choices, from }),
      choose,
      closed,
      ...(openDays ? { openings: openDays.openings } : {}),
      pick: { to: paths.booking(resolved.choices), parameter: 'date' },
    }),
    button('take-day', {
      text: `Choose ${longDayText(strip.from)}`,
      style: 'primary',
      upTo: stripNarrowBelow - 1,
      do: goTo(choose(strip.from)),
      ...(closed.includes(strip.from) ? { disabled: { reason: noneOnDay } } : {}),
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

/** Returns whether the locations of a day must be loaded. */
export function asksForPlaceOnDay({ ask, choices }: ChoicesShown['resolved']): boolean {
  return ask === 'facility' && isWay(choices.by) && questionsOf[choices.by].includes('date')
}

/** Returns whether the place of the last appointment can be offered. */
export function asksForPlace({ ask, choices }: ChoicesShown['resolved']): boolean {
  if (ask === 'type') return true
  return choices.type === 'inoffice' && (ask === 'by' || (ask === 'facility' && choices.by === 'location'))
}
