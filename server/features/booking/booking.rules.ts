import type { AppointmentType } from '../../gateways/emr/emr.ts'
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

/** Digital appointments, unless the practice has switched them off (specification 1 §6). */
export function telehealthOffered(reads: Pick<Reads, 'setting'>): boolean {
  return !reads.setting('DisableTeleHealth_PE')
}

export function byLocationOffered(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Portal_Enable_By_Office_location')
}

export function insuranceAsked(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Ask_Insurance_PE')
}

/** Whether the practice's own appointment types are asked for. */
export function ownTypesAsked(reads: Pick<Reads, 'setting'>): boolean {
  return reads.setting('Enable PE Custom Appointments')
}

const usualNames: readonly string[] = [
  'Existing Patient - Inoffice Appointment',
  'Existing Patient - TeleHealth Appointment',
]

/** The types to choose from: all of them, or the one with the usual name when the practice does not ask (specification 1 §9). */
export function offeredTypes(types: readonly AppointmentType[], asked: boolean): readonly AppointmentType[] {
  if (asked) return types
  return types
    .filter(({ name }) => usualNames.includes(name))
    .concat(types)
    .slice(0, 1)
}

/** The choices before a question: changing its answer resets everything below it (specification 1 §4). */
export function choicesBefore(question: Question, choices: ChoicesQuery): ChoicesQuery {
  const kept = questions.slice(0, questions.indexOf(question))
  return Object.fromEntries(Object.entries(choices).filter(([name]) => kept.some((each) => each === name)))
}

export interface Resolved {
  /** Those that hold, with those that leave no choice filled in. */
  choices: ChoicesQuery
  /** Answered by the only thing there is; nobody is asked. */
  only: readonly Question[]
  /** The next question, unless there is none left. */
  ask?: Question
  /** What was chosen for `ask` is not offered. */
  refused: boolean
}

/** Takes the answers one by one until one is missing or not offered; what comes after it is dropped. */
export function resolveChoices(given: ChoicesQuery, offer: Offer): Resolved {
  const choices: ChoicesQuery = {}
  const only: Question[] = []
  for (let asked = 0; ; asked++) {
    const question = sequenceOf(choices, offer)[asked]
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

function sequenceOf({ by }: ChoicesQuery, { insurances = [] }: Offer): readonly Question[] {
  const sequence: readonly Question[] = isWay(by) ? questionsOf[by] : ['type', 'visit', 'insurance', 'by']
  return insurances.length > 0 ? sequence : sequence.filter((question) => question !== 'insurance')
}

function mayAnswer(
  question: Question,
  { answer, options, offer }: { answer: string; options: readonly string[] | undefined; offer: Offer },
): boolean {
  if (question === 'date') return isBookableDay(answer, offer)
  return options?.includes(answer) ?? false
}

/** The ids to choose from; undefined for a day, which is no list. */
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

/** In one region, or everywhere where none was chosen. */
export function facilitiesIn(region: string | undefined, { facilities }: ModeOffer): ModeOffer['facilities'] {
  return region === undefined ? facilities : facilities.filter(({ regionId }) => regionId === region)
}

function ids(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id)
}

/** A day of the calendar, from today on, as far as the record server looks ahead. */
export function isBookableDay(text: string | undefined, { today, latest }: Pick<Offer, 'today' | 'latest'>): boolean {
  const day = calendarDay(text)
  return day !== undefined && day >= today && day <= latest
}
