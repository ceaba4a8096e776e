import type { Named } from '../protocol/definitions.ts'

/** What every page can do with a session. The feature that signs people in defines these actions. */
export const sessionActions = {
  signOut: { name: 'account.signOut' },
  stay: { name: 'account.stay' },
} as const satisfies Record<string, Named>
