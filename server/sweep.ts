import type { Db } from './db/open.ts'
import { sweepSessions } from './http/session-store.ts'
import { sweepFlows } from './identity/flow.store.ts'
import { recurring } from './jobs/job.ts'
import { sweepCapabilities } from './protocol/capability-store.ts'
import { sweepKeys } from './protocol/idempotency-store.ts'

/** A key is remembered this long; nobody retries an action a day later. */
const keysForMs = 24 * 3_600_000
/** Ended links are told from unknown ones for this long. */
const endedLinksForMs = 90 * 24 * 3_600_000

export interface SweepServices {
  db: Db
  now: () => Date
  /** Hears the hash of each session that ended by itself, so that its sockets end too. */
  ended: (sessionHash: string) => void
}

/** Removes ended sessions and flows, old links and idempotency keys. */
export const sweepEnded = recurring('portal.sweepEnded', {
  every: { minutes: 1 },
  run: async ({ db, now, ended }: SweepServices) => {
    const at = now()
    for (const sessionHash of await sweepSessions(db, { at })) ended(sessionHash)
    await sweepFlows(db, { at })
    await sweepCapabilities(db, { before: new Date(at.getTime() - endedLinksForMs) })
    await sweepKeys(db, { before: new Date(at.getTime() - keysForMs) })
  },
})
