import { and, eq, gt, lte, ne, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { secondFactorRemovals } from './schema.ts'

export type RemovalRequest = typeof secondFactorRemovals.$inferSelect

const { accountId: column, requestedBy, endsAt } = secondFactorRemovals

/** Returns the request for an account that waits to be confirmed at that time. */
export async function removalRequest(
  db: Db,
  { accountId, at }: { accountId: number; at: Date },
): Promise<RemovalRequest | undefined> {
  const waits = and(eq(column, accountId), gt(endsAt, at))
  return (await db.select().from(secondFactorRemovals).where(waits)).at(0)
}

/** Stores a request in place of an ended one, or of an earlier one by the same person. Returns false if another waits. */
export async function requestRemoval(tx: Db, request: RemovalRequest): Promise<boolean> {
  const { accountId: _, ...rest } = request
  const stored = await tx
    .insert(secondFactorRemovals)
    .values(request)
    .onConflictDoUpdate({
      target: column,
      set: rest,
      setWhere: or(lte(endsAt, request.requestedAt), eq(requestedBy, request.requestedBy)),
    })
    .returning({ accountId: column })
  return stored.length > 0
}

/** Takes a request to confirm it, once. Returns undefined if none of somebody else waits. */
export async function takeRequest(
  tx: Db,
  { accountId, confirmedBy, at }: { accountId: number; confirmedBy: number; at: Date },
): Promise<RemovalRequest | undefined> {
  const isMeant = and(eq(column, accountId), ne(requestedBy, confirmedBy), gt(endsAt, at))
  return (await tx.delete(secondFactorRemovals).where(isMeant).returning()).at(0)
}

export async function dropRequest(tx: Db, accountId: number): Promise<void> {
  await tx.delete(secondFactorRemovals).where(eq(column, accountId))
}
