import type { PartOffer } from '../../protocol/definitions.ts'
import { bookingOffered } from '../../practice/offered.ts'
import type { AppointmentType, VisitMode } from '../../gateways/emr/reference/reference.ts'
import { bookingSettings } from './booking.settings.ts'
import { calendarDay } from '../../protocol/time-words.ts'
import type { Reads } from '../../protocol/trace.ts'
import {
  anyProvider,
  isMode,
  isWay,
  noInsurance,
  questions,
  questionsOf,
  type ChoicesQuery,
  type ModeOffer,
  type Offer,
  type Question,
} from './booking.choices.ts'

/** Returns whether telehealth appointments are offered (specification 1 §6). */
export function telehealthOffered(reads: Pick<Reads, 'setting'>): boolean {
  return !reads.setting(bookingSettings.DisableTeleHealth_PE)
}

export function byLocationOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(bookingSettings.Portal_Enable_By_Office_location)
}

export function asksForInsurance(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(bookingSettings.Ask_Insurance_PE)
}

/** Returns whether booking asks for the practice's own appointment types. */
export function asksForOwnTypes(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting(bookingSettings['Enable PE Custom Appointments'])
}

/** The types that are booked when the practice does not ask for one (specification 1 §9). */
export const usualTypeNames: Record<VisitMode, string> = {
  inoffice: 'Existing Patient - Inoffice Appointment',
  telederm: 'Existing Patient - TeleHealth Appointment',
}

/**
 * Returns the types to choose from: all of them, or only the usual one when the practice does not ask. No other type
 * replaces a missing usual one, because its length and reason would be wrong (specification 1 §9).
 */
export function offeredTypes(
  types: readonly AppointmentType[],
  { mode, ownTypes }: { mode: VisitMode; ownTypes: boolean },
): readonly AppointmentType[] {
  return ownTypes ? types : types.filter(({ name }) => name === usualTypeNames[mode]).slice(0, 1)
}

/**
 * Returns the choices before a question, because changing an answer resets everything after it (specification 1 §4).
 */
export function choicesBefore(question: Question, choices: ChoicesQuery): ChoicesQuery {
  const kept = questions.slice(0, questions.indexOf(question))
  return Object.fromEntries(Object.entries(choices).filter(([name]) => kept.some((each) => each === name)))
}

export interface Resolved {
  /** The valid choices, including those with only one option, which are filled in. */
  choices: ChoicesQuery
  /** Questions with only one option, which are not asked. */
  only: readonly Question[]
  /** The next question; undefined when none is left. */
  ask?: Question
  /** Whether the answer given for `ask` is not offered. */
  refused: boolean
}

/** Takes the answers in order until one is missing or not offered; all later ones are dropped. */
export function resolveChoices(given: ChoicesQuery, offer: Offer): Resolved {
  const choices: ChoicesQuery = {}
  const only: Question[] = []
  for (let index = 0; ; index++) {
    const question = sequenceOf(choices, offer)[index]
    if (question === undefined) return { choices, only, refused: false }
    const answer = given[question]
    const options = optionsOf(question, choices, offer)
    const alone = options?.length === 1 ? options[0] : undefined
    if (answer !== undefined && mayAnswer(question, { answer, options, offer })) choices[question] = answer
    else if (alone !== undefined && answer === undefined) choices[question] = alone
    else return { choices, only, ask: question, refused: answer !== undefined }
    if (alone !== undefined) only.push(question)
  }
}

/** Up to so many locations are shown at once, without asking for a region. */
const locationsAtOnce = 6

export function showsAllLocations(choices: ChoicesQuery, offer: Offer): boolean {
  return modeOffer(choices, offer).facilities.length <= locationsAtOnce
}

function sequenceOf(choices: ChoicesQuery, offer: Offer): readonly Question[] {
  const { by } = choices
  const sequence: readonly Question[] = isWay(by) ? questionsOf[by] : ['type', 'visit', 'insurance', 'by']
  const left = new Set<Question>([
    ...((offer.insurances ?? []).length > 0 ? [] : (['insurance'] as const)),
    ...(showsAllLocations(choices, offer) ? (['region'] as const) : []),
  ])
  return sequence.filter((question) => !left.has(question))
}

function mayAnswer(
  question: Question,
  { answer, options, offer }: { answer: string; options: readonly string[] | undefined; offer: Offer },
): boolean {
  if (question === 'date') return isBookableDay(answer, offer)
  return options?.includes(answer) ?? false
}

/** Returns the ids to choose from; undefined for a day, which is not chosen from a list. */
function optionsOf(question: Question, choices: ChoicesQuery, offer: Offer): readonly string[] | undefined {
  const mode = modeOffer(choices, offer)
  switch (question) {
    case 'type':
      return Object.keys(offer.modes)
    case 'visit':
      return ids(mode.types)
    case 'insurance':
      return [...ids(offer.insurances ?? []), noInsurance]
    case 'by':
      return offer.ways
    case 'region':
      return ids(offer.regions.filter(({ id }) => mode.facilities.some(({ regionId }) => regionId === id)))
    case 'facility':
      return ids(facilitiesIn(choices.region, mode))
    case 'provider':
      return choices.type === 'telederm' && mode.providers.length > 1
        ? [...ids(mode.providers), anyProvider]
        : ids(mode.providers)
    case 'date':
      return undefined
  }
}

export function modeOffer({ type }: ChoicesQuery, offer: Offer): ModeOffer {
  return (isMode(type) ? offer.modes[type] : undefined) ?? { types: [], providers: [], facilities: [] }
}

/** Returns the facilities of a region, or all of them when no region was chosen. */
export function facilitiesIn(region: string | undefined, { facilities }: ModeOffer): ModeOffer['facilities'] {
  return region === undefined ? facilities : facilities.filter(({ regionId }) => regionId === region)
}

function ids(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id)
}

/**
 * Returns whether the text is a calendar day between today and the latest day for which the record server has times.
 */
export function isBookableDay(text: string | undefined, { today, latest }: Pick<Offer, 'today' | 'latest'>): boolean {
  const day = calendarDay(text)
  return day !== undefined && day >= today && day <= latest
}

/** When people can book, and what they read while they cannot. */
export const bookingOffer = {
  offered: bookingOffered,
  off: { what: 'Online booking', outcome: 'Nothing was booked.' },
} as const satisfies PartOffer
