import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/open.ts'
import { sweepSessions } from './http/session-store.ts'
import { sweepFlows } from './identity/flow.store.ts'
import { sweepCapabilities } from './protocol/capability-store.ts'
import { sweepKeys } from './protocol/idempotency-store.ts'

const everyMs = 60_000
/** A key is remembered this long; nobody retries an action a day later. */
const keysForMs = 24 * 3_600_000
/** Ended links are told from unknown ones for this long. */
const endedLinksForMs = 90 * 24 * 3_600_000

export interface SweepOptions {
  db: Db
  now: () => Date
  /** Hears the hash of each session that ended by itself, so that its sockets end too. */
  ended: (sessionHash: string) => void
}

/** Removes ended sessions and flows, old links and idempotency keys, every minute. Answers the stop. */
export function startSweeping({ log, ...options }: SweepOptions & { log: FastifyBaseLogger }): () => void {
  const timer = setInterval(
    () => void sweepOnce(options).catch((error: unknown) => log.error({ err: error }, 'sweeping failed')),
    everyMs,
  ).unref()
  return () => clearInterval(timer)
}

export async function sweepOnce({ db, now, ended }: SweepOptions): Promise<void> {
  const at = now()
  for (const sessionHash of await sweepSessions(db, { at })) ended(sessionHash)
  await sweepFlows(db, { at })
  await sweepCapabilities(db, { before: new Date(at.getTime() - endedLinksForMs) })
  await sweepKeys(db, { before: new Date(at.getTime() - keysForMs) })
}
