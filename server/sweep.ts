import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/open.ts'
import { sweepSessions } from './http/session-store.ts'
import { sweepKeys } from './ui/idempotency-store.ts'

const everyMs = 60_000
/** A key is remembered this long; nobody retries an action a day later. */
const keysForMs = 24 * 3_600_000

/** Removes ended sessions and old idempotency keys. Answers the stop. */
export function startSweeping({ db, now, log }: { db: Db; now: () => Date; log: FastifyBaseLogger }): () => void {
  const sweep = async () => {
    const at = now()
    await sweepSessions(db, { at })
    await sweepKeys(db, { before: new Date(at.getTime() - keysForMs) })
  }
  const timer = setInterval(() => void sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping failed')), everyMs).unref()
  return () => clearInterval(timer)
}
