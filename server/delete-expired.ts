import type { Db } from './db/open.ts'
import { correctSessions, deleteExpiredSessions } from './http/session-store.ts'
import { correctOneTimePasswords } from './identity/account.store.ts'
import { deleteFailedLookups } from './identity/failed-lookups.store.ts'
import { correctFlows, deleteExpiredFlows } from './identity/flow.store.ts'
import { correctStaffInvitations } from './identity/staff-invitations.store.ts'
import { recurring } from './jobs/job.ts'
import { deleteOldAccessLinks } from './protocol/access-link-store.ts'
import { correctKeys, deleteOldKeys } from './protocol/idempotency-store.ts'
import { correctTries, deleteExpiredTries } from './protocol/limited-tries-store.ts'

/** How long idempotency keys are kept. */
const keysForMs = 24 * 3_600_000
/** How long ended links are kept, so that they can be distinguished from unknown ones. */
const endedLinksForMs = 90 * 24 * 3_600_000

const failedLookupsForMs = 30 * 24 * 3_600_000

export interface DeleteExpiredServices {
  db: Db
  now: () => Date
  /** Is called with the hash of each session that expired, so that its sockets are closed too. */
  ended: (sessionHash: string) => void
}

/**
 * Deletes expired sessions and flows, old links, idempotency keys, and counts of failed lookups and limited tries; first corrects what was
 * stamped before the clock was set back.
 */
export const deleteExpired = recurring('portal.deleteExpired', {
  every: { minutes: 1 },
  run: async ({ db, now, ended }: DeleteExpiredServices) => {
    const at = now()
    for (const correct of [
      correctSessions,
      correctFlows,
      correctStaffInvitations,
      correctOneTimePasswords,
      correctKeys,
    ])
      await correct(db, { at })
    for (const sessionHash of await deleteExpiredSessions(db, { at })) ended(sessionHash)
    await deleteExpiredFlows(db, { at })
    await deleteOldAccessLinks(db, { before: new Date(at.getTime() - endedLinksForMs) })
    await deleteFailedLookups(db, { before: new Date(at.getTime() - failedLookupsForMs) })
    const countedAt = new Date() // the library that counts tries reads this clock too
    await correctTries(db, { at: countedAt })
    await deleteExpiredTries(db, { at: countedAt })
    await deleteOldKeys(db, { before: new Date(at.getTime() - keysForMs) })
  },
})
