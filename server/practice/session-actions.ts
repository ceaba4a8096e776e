import type { Named } from '../protocol/definitions.ts'

/** What every page can do with a session. The feature that signs people in defines these actions. */
export const sessionActions = {
  signOut: { name: 'account.signOut' },
  stay: { name: 'account.stay' },
} as const satisfies Record<string, Named>

/** Actions that the portal records by itself, without a person acting. */
const silent = new Set([`action:${sessionActions.stay.name}`])

/** Returns the events that people and the staff see as activity. */
export function eventsShown(words: ReadonlyMap<string, string>): string[] {
  return [...words.keys()].filter((event) => !silent.has(event))
}
