import { isWay, type ChoicesQuery, type Offer, type Question, type SlotsQuery, type Way } from './booking.choices.ts'
import { choicesBefore, resolveChoices, type Resolved } from './booking.rules.ts'
import { routes } from '../../practice/routes.ts'

export const slotsRoutes: Record<Way, string> = {
  location: '/user/bookappointment/facility/slots',
  date: '/user/bookappointment/date/slots',
  provider: '/user/bookappointment/provider/slots',
}
export const confirmationRoute = '/user/bookappointment/confirmation'

/** The slot pages say by their route how the person books. */
export function slotsAddress(way: Way, { by: _said, ...query }: SlotsQuery): string {
  return withQuery(slotsRoutes[way], query)
}

export function indexAddress(query: SlotsQuery): string {
  return withQuery(routes.booking, query)
}

/** Where the next question is, or the times when nothing is left to ask. */
export function addressOf({ choices, ask }: Pick<Resolved, 'choices' | 'ask'>): string {
  return ask === undefined && isWay(choices.by) ? slotsAddress(choices.by, choices) : indexAddress(choices)
}

/** Where an answer leads. */
export function addressAfter(
  question: Question,
  answer: string,
  { choices, offer }: { choices: ChoicesQuery; offer: Offer },
): string {
  return addressOf(resolveChoices({ ...choicesBefore(question, choices), [question]: answer }, offer))
}

/** Where a question is asked again; what was chosen below it is left behind. */
export function addressToChange(question: Question, choices: ChoicesQuery): string {
  return indexAddress(choicesBefore(question, choices))
}

/** The question that was asked last: where Go Back leads from the times. */
export function lastAsked({ choices, only }: Resolved): Question {
  const asked = (Object.keys(choices) as Question[]).filter((question) => !only.includes(question)) // the keys that resolveChoices set, in its order
  return asked.at(-1) ?? 'type'
}

function withQuery(route: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given).toString()}`
}
