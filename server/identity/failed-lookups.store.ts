import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { failedLookups } from '../db/schema.ts'

const hourMs = 3_600_000

/** Counts a lookup that found nobody, and returns how many there were in this hour. */
export async function countFailedLookup(db: Db, { licenseeId, at }: { licenseeId: string; at: Date }): Promise<number> {
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
  const [row] = await db
    .insert(failedLookups)
    .values({ licenseeId, hour, count: 1 })
    .onConflictDoUpdate({
      target: [failedLookups.licenseeId, failedLookups.hour],
      set: { count: sql`${failedLookups.count} + 1` },
    })
    .returning({ count: failedLookups.count })
  return row?.count ?? 0
}

/** The latest hour since `after` with so many failed lookups or more. */
export async function latestHourOf(
  db: Db,
  { licenseeId, atLeast, after }: { licenseeId: string; atLeast: number; after: Date },
): Promise<{ hour: Date; count: number } | undefined> {
  const [row] = await db
    .select({ hour: failedLookups.hour, count: failedLookups.count })
    .from(failedLookups)
    .where(
      and(eq(failedLookups.licenseeId, licenseeId), gte(failedLookups.count, atLeast), gte(failedLookups.hour, after)),
    )
    .orderBy(desc(failedLookups.hour))
    .limit(1)
  return row
}

export async function deleteFailedLookups(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(failedLookups).where(lt(failedLookups.hour, before))
}
