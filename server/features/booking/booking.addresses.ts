import { isWay, type ChoicesQuery, type Offer, type Question, type SlotsQuery, type Way } from './booking.choices.ts'
import { choicesBefore, resolveChoices, type Resolved } from './booking.rules.ts'
import { routes } from '../../practice/routes.ts'

export const slotsRoutes: Record<Way, string> = {
  location: '/user/bookappointment/facility/slots',
  date: '/user/bookappointment/date/slots',
  provider: '/user/bookappointment/provider/slots',
}
export const confirmationRoute = '/user/bookappointment/confirmation'

/** The route of a slot page implies the `by` choice, so the query omits it. */
export function slotsAddress(way: Way, { by: _by, ...query }: SlotsQuery): string {
  return withQuery(slotsRoutes[way], query)
}

export function indexAddress(query: SlotsQuery): string {
  return withQuery(routes.booking, query)
}

/** Returns the address of the next question, or of the times when none is left. */
export function addressOf({ choices, ask }: Pick<Resolved, 'choices' | 'ask'>): string {
  return ask === undefined && isWay(choices.by) ? slotsAddress(choices.by, choices) : indexAddress(choices)
}

/** Returns the address after an answer. */
export function addressAfter(
  question: Question,
  answer: string,
  { choices, offer }: { choices: ChoicesQuery; offer: Offer },
): string {
  return addressOf(resolveChoices({ ...choicesBefore(question, choices), [question]: answer }, offer))
}

/** Returns the address of an earlier question; later choices are dropped. */
export function addressToChange(question: Question, choices: ChoicesQuery): string {
  return indexAddress(choicesBefore(question, choices))
}

/** Returns the last question that the person answered: the target of Go Back on the times page. */
export function lastAnswered({ choices, only }: Resolved): Question {
  const answered = (Object.keys(choices) as Question[]).filter((question) => !only.includes(question)) // keys set by resolveChoices, in its order
  return answered.at(-1) ?? 'type'
}

function withQuery(route: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? route : `${route}?${new URLSearchParams(given).toString()}`
}
