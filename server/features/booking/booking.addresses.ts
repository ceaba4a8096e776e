import { isWay, type ChoicesQuery, type Offer, type Question, type SlotsQuery, type Way } from './booking.choices.ts'
import { choicesBefore, resolveChoices, type Resolved } from './booking.rules.ts'
import { paths } from '../../practice/paths.ts'

/** The page of the times for each way to book. */
export const timesPaths = {
  location: paths.timesByLocation,
  date: paths.timesByDate,
  provider: paths.timesByProvider,
} satisfies Record<Way, unknown>

/** The route of a slot page implies the `by` choice, so the query omits it. */
export function slotsAddress(way: Way, { by: _by, ...query }: SlotsQuery): string {
  return timesPaths[way](query)
}

/** Returns the address of the next question, or of the times when none is left. */
export function addressOf({ choices, ask }: Pick<Resolved, 'choices' | 'ask'>): string {
  return ask === undefined && isWay(choices.by) ? slotsAddress(choices.by, choices) : paths.booking(choices)
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
  return paths.booking(choicesBefore(question, choices))
}

/** Returns the last question that the person answered: the target of Go Back on the times page. */
export function lastAnswered({ choices, only }: Resolved): Question {
  const answered = (Object.keys(choices) as Question[]).filter((question) => !only.includes(question)) // keys set by resolveChoices, in its order
  return answered.at(-1) ?? 'type'
}
