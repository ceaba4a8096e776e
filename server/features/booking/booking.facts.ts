import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Span } from '../../../schemas/base.ts'
import type { Facility, VisitMode } from '../../gateways/emr/reference/reference.ts'
import { goTo, phone } from '../../protocol/block-builders.ts'
import { longDayText } from '../../protocol/time-words.ts'
import type { patientFact } from '../../practice/for-whom.ts'
import { paths } from '../../practice/paths.ts'
import { addressToChange } from './booking.addresses.ts'
import {
  anyProvider,
  isMode,
  isWay,
  noInsurance,
  questions,
  type Offer,
  type Question,
  type Way,
} from './booking.choices.ts'
import { modeOffer, type Resolved } from './booking.rules.ts'

export const wayLabels: Record<Way, string> = {
  location: 'By Office Location',
  date: 'By Date',
  provider: 'By Provider',
}

const factNames: Record<Question, string> = {
  type: 'Appointment',
  visit: 'Reason',
  insurance: 'Insurance',
  by: 'How to book',
  region: 'Region',
  date: 'Date',
  provider: 'Provider',
  facility: 'Location',
}

/**
 * 'In-office Appointment', or the digital type's name followed by ' Appointment' (specification 1 §3), unless it already
 * ends in such a word: `Video visit`.
 */
export function modeLabel(mode: VisitMode, telehealthName: string): string {
  if (mode === 'inoffice') return 'In-office Appointment'
  return /\b(visit|appointment|call)$/i.test(telehealthName) ? telehealthName : `${telehealthName} Appointment`
}

export interface ChoicesShown {
  resolved: Resolved
  offer: Offer
  telehealthName: string
}

/** Shows the choices so far, each with a link to change it unless there was only one option. */
export function choiceFacts(shown: ChoicesShown): BlockOf<'section'>[] {
  const { choices, only } = shown.resolved
  const facts = questions
    .filter((question) => choices[question] !== undefined && !isSilent(question, shown))
    .map((question) => ({
      id: `chosen-${question}`,
      name: factNames[question],
      value: valueText(question, shown),
      ...(only.includes(question) ? {} : { change: changeOf(question, shown) }),
    }))
  if (facts.length === 0) return []
  return [
    {
      kind: 'section',
      id: 'chosen',
      card: true,
      blocks: [{ kind: 'facts', id: 'choices', label: 'Your choices', facts: [...facts, ...contactFact(shown)] }],
    },
  ]
}

/** What was chosen, in one line, with one link to the check of the choices. */
export function chosenLine(shown: ChoicesShown, patient: ReturnType<typeof patientFact> = []): BlockOf<'facts'> {
  const { choices } = shown.resolved
  const facts = lineOrder
    .filter((question) => choices[question] !== undefined && !isSilent(question, shown))
    .map((question) => ({
      id: `chosen-${question}`,
      name: factNames[question],
      value: valueText(question, shown),
    }))
  return {
    kind: 'facts',
    id: 'choices',
    label: 'Your choices',
    across: true,
    facts: [...facts, ...patient.map((fact) => ({ ...fact, value: `For ${fact.value}` }))],
    change: { label: 'Change', about: 'your choices', do: goTo(paths.booking(choices)) },
  }
}

/** The region follows from the location, the way to book from the page, and the day stands in the strip. */
const lineOrder: readonly Question[] = ['facility', 'provider', 'type', 'visit', 'insurance']

function changeOf(question: Question, { resolved }: ChoicesShown) {
  return {
    label: 'Change',
    about: factNames[question].toLowerCase(),
    do: goTo(addressToChange(question, resolved.choices)),
  }
}

/** A type that was chosen automatically is not shown, because the visit mode implies it. */
function isSilent(question: Question, { resolved }: ChoicesShown): boolean {
  return question === 'visit' && resolved.only.includes('visit')
}

function valueText(question: Question, { resolved: { choices }, offer, telehealthName }: ChoicesShown): string {
  const answer = choices[question] ?? ''
  const { types, providers, facilities } = modeOffer(choices, offer)
  if (question === 'type') return isMode(answer) ? modeLabel(answer, telehealthName) : ''
  if (question === 'by') return isWay(answer) ? wayLabels[answer] : ''
  if (question === 'date') return longDayText(answer)
  if (question === 'provider')
    return answer === anyProvider ? 'Any provider' : fullName(providers.find(({ id }) => id === answer))
  if (question === 'insurance' && answer === noInsurance) return noInsuranceText
  const named: Partial<Record<Question, readonly { id: string; name: string }[]>> = {
    visit: types,
    region: offer.regions,
    insurance: offer.insurances,
    facility: facilities,
  }
  return named[question]?.find(({ id }) => id === answer)?.name ?? ''
}

export const noInsuranceText = 'No insurance, or another one'

/** Returns the phone number and the map link, as far as the record server has them. */
export function contactSpans({ phone: number, mapUrl }: Pick<Facility, 'phone' | 'mapUrl'>): Span[] {
  const call = number ? [phone(number)] : []
  const map = mapUrl?.startsWith('https://') ? [{ text: 'Show on a map', href: mapUrl }] : []
  return call.length > 0 && map.length > 0 ? [...call, { text: ', ' }, ...map] : [...call, ...map]
}

/** Shows the phone number and map of the chosen location. */
function contactFact({ resolved: { choices }, offer }: ChoicesShown) {
  const place = modeOffer(choices, offer).facilities.find(({ id }) => id === choices.facility)
  const spans = place ? contactSpans(place) : []
  return spans.length > 0 ? [{ id: 'chosen-contact', name: 'Contact', value: spans }] : []
}

export function fullName(provider: { firstName: string; lastName: string } | undefined): string {
  return provider ? `${provider.firstName} ${provider.lastName}` : ''
}

const stepTitles = [
  { id: 'step-type', title: 'Appointment' },
  { id: 'step-by', title: 'How to book' },
  { id: 'step-choice', title: 'Place, Day or Provider' },
  { id: 'step-time', title: 'Time' },
]

const stepOf: Record<Question, string> = {
  type: 'step-type',
  visit: 'step-type',
  insurance: 'step-type',
  by: 'step-by',
  region: 'step-choice',
  date: 'step-choice',
  provider: 'step-choice',
  facility: 'step-choice',
}

/** Shows the current booking step; without a question, the step of the times. */
export function bookingSteps(question?: Question): BlockOf<'steps'> {
  return {
    kind: 'steps',
    id: 'way',
    label: 'Booking steps',
    current: question ? stepOf[question] : 'step-time',
    steps: stepTitles,
  }
}
