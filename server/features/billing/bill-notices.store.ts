import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { billNotices } from '../../db/schema.ts'

/** Returns the last bill of a practice that was looked at; undefined before the first time. */
export async function lastNoticed(db: Db, licenseeId: string): Promise<string | undefined> {
  const rows = await db.select().from(billNotices).where(eq(billNotices.licenseeId, licenseeId))
  return rows[0]?.lastBill
}

/** Returns false, and changes nothing, if another process was faster. */
export async function moveNoticed(
  db: Db,
  { licenseeId, from, to }: { licenseeId: string; from: string | undefined; to: string },
): Promise<boolean> {
  const moved =
    from === undefined
      ? await db.insert(billNotices).values({ licenseeId, lastBill: to }).onConflictDoNothing().returning()
      : await db
          .update(billNotices)
          .set({ lastBill: to })
          .where(and(eq(billNotices.licenseeId, licenseeId), eq(billNotices.lastBill, from)))
          .returning()
  return moved.length > 0
}

export async function forgetNoticed(db: Db, licenseeId: string): Promise<void> {
  await db.delete(billNotices).where(eq(billNotices.licenseeId, licenseeId))
}
