import { lt, sql } from 'drizzle-orm'
import { RateLimiterDrizzle } from 'rate-limiter-flexible'
import { isInTransaction } from '../db/in-transaction.ts'
import type { Db } from '../db/open.ts'
import { limitedTries } from '../db/schema.ts'

/** Counts tries in the database. What has expired is deleted by `deleteExpiredTries`. */
export function countInDatabase(
  db: Db,
  options: { points: number; duration: number; keyPrefix: string },
): RateLimiterDrizzle {
  return new RateLimiterDrizzle({ ...options, storeClient: db, schema: limitedTries, clearExpiredByTimeout: false })
}

/** Throws where somebody would count tries within a transaction, on whichever connection. */
export function refuseInTransaction(): void {
  if (isInTransaction()) throw new Error('tries of a day are counted before or after a transaction, never within one')
}

/** Ends periods that began before the clock was set back at the latest one period from now. */
export async function correctTries(db: Db, { at }: { at: Date }): Promise<void> {
  const latest = sql`${sql.param(at, limitedTries.expire)}::timestamptz + make_interval(secs => substring(${limitedTries.key} from 'in([0-9]+):')::int)`
  await db
    .update(limitedTries)
    .set({ expire: latest })
    .where(sql`${limitedTries.expire} > ${latest}`)
}

export async function deleteExpiredTries(db: Db, { at }: { at: Date }): Promise<void> {
  await db.delete(limitedTries).where(lt(limitedTries.expire, at))
}
