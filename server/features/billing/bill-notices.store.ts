import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { billNotices } from './schema.ts'
import type { BillsPlace } from '../../gateways/emr/billing/billing.ts'

/** Returns up to where the bills of a practice were looked at; undefined before the first time. */
export async function lastNoticed(db: Db, licenseeId: string): Promise<BillsPlace | undefined> {
  const rows = await db.select().from(billNotices).where(eq(billNotices.licenseeId, licenseeId))
  return rows[0] && { billId: rows[0].lastBill, change: rows[0].lastChange ?? undefined }
}

/** Returns false, and changes nothing, if another process was faster. */
export async function moveNoticed(
  db: Db,
  { licenseeId, from, to }: { licenseeId: string; from: BillsPlace | undefined; to: BillsPlace },
): Promise<boolean> {
  const place = { lastBill: to.billId, lastChange: to.change ?? null }
  const moved =
    from === undefined
      ? await db
          .insert(billNotices)
          .values({ licenseeId, ...place })
          .onConflictDoNothing()
          .returning()
      : await db.update(billNotices).set(place).where(isAt(licenseeId, from)).returning()
  return moved.length > 0
}

function isAt(licenseeId: string, { billId, change }: BillsPlace) {
  return and(
    eq(billNotices.licenseeId, licenseeId),
    eq(billNotices.lastBill, billId),
    change === undefined ? isNull(billNotices.lastChange) : eq(billNotices.lastChange, change),
  )
}

export async function forgetNoticed(db: Db, licenseeId: string): Promise<void> {
  await db.delete(billNotices).where(eq(billNotices.licenseeId, licenseeId))
}
