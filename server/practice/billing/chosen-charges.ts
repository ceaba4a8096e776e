import type { Charge } from '../../gateways/emr/billing/billing.ts'

/** So that an address with it stays below 2,000 characters, which the contract allows. */
const mostCharacters = 1800

/** Which charges are chosen, as in addresses: their ids joined by dots, or after `-` the ids of those that are not. */
export const chosenCharges = { pattern: '\\d+(\\.\\d+)*|-(\\d+(\\.\\d+)*)?', maxLength: mostCharacters } as const

/** Returns which charges are chosen as in addresses; undefined if that is too long, or nothing is chosen. */
export function chosenText(chosen: readonly string[], open: readonly Charge[]): string | undefined {
  if (chosen.length === 0) return undefined
  const listed = chosen.join('.')
  if (listed.length <= mostCharacters) return listed
  const ids = new Set(chosen)
  const others = `-${open.flatMap(({ id }) => (ids.has(id) ? [] : [id])).join('.')}`
  return others.length <= mostCharacters ? others : undefined
}

/** Returns the chosen ones of the charges that can be paid. `isStale`: others were chosen, too. */
export function chargesOf(text: string, open: readonly Charge[]): { chosen: Charge[]; isStale: boolean } {
  const isExcept = text.startsWith('-')
  const ids = new Set(text.replace('-', '').split('.'))
  const chosen = open.filter(({ id }) => ids.has(id) !== isExcept)
  return { chosen, isStale: !isExcept && chosen.length < ids.size }
}
