import { and, eq, gt, lte, ne, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { latestStamp } from '../../protocol/latest-stamp.ts'
import { secondFactorRemovals } from './schema.ts'

export type RemovalRequest = typeof secondFactorRemovals.$inferSelect

const { accountId: column, requestedBy, requestedAt, endsAt } = secondFactorRemovals

/** A request that is stamped later than now is one of before the clock was set back: it would wait too long. */
const waitsAt = (at: Date) => and(gt(endsAt, at), lte(requestedAt, latestStamp(at)))

/** Returns the request for an account that waits to be confirmed at that time. */
export async function removalRequest(
  db: Db,
  { accountId, at }: { accountId: number; at: Date },
): Promise<RemovalRequest | undefined> {
  const waits = and(eq(column, accountId), waitsAt(at))
  return (await db.select().from(secondFactorRemovals).where(waits)).at(0)
}

/** Stores a request in place of an ended one, or of an earlier one by the same person. Returns false if another waits. */
export async function requestRemoval(tx: Db, request: RemovalRequest): Promise<boolean> {
  const { accountId: _, ...rest } = request
  const at = request.requestedAt
  const stored = await tx
    .insert(secondFactorRemovals)
    .values(request)
    .onConflictDoUpdate({
      target: column,
      set: rest,
      setWhere: or(lte(endsAt, at), gt(requestedAt, latestStamp(at)), eq(requestedBy, request.requestedBy)),
    })
    .returning({ accountId: column })
  return stored.length > 0
}

/** Takes a request to confirm it, once. Returns undefined if none of somebody else waits. */
export async function takeRequest(
  tx: Db,
  { accountId, confirmedBy, at }: { accountId: number; confirmedBy: number; at: Date },
): Promise<RemovalRequest | undefined> {
  const isMeant = and(eq(column, accountId), ne(requestedBy, confirmedBy), waitsAt(at))
  return (await tx.delete(secondFactorRemovals).where(isMeant).returning()).at(0)
}

export async function dropRequest(tx: Db, accountId: number): Promise<void> {
  await tx.delete(secondFactorRemovals).where(eq(column, accountId))
}
