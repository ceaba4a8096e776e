import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { staffChanges } from './schema.ts'

/** A change of a member's access. `changedBy` is an account. */
export type StaffChange = typeof staffChanges.$inferSelect
export type NewStaffChange = Omit<StaffChange, 'id' | 'roles' | 'reason'> &
  Partial<Pick<StaffChange, 'roles' | 'reason'>>

/** The most changes that a page shows. */
const most = 50

export async function insertStaffChange(tx: Db, change: NewStaffChange): Promise<void> {
  await tx.insert(staffChanges).values(change)
}

/** Returns what happened to the access of a member, latest first. */
export function staffChangesOf(
  db: Db,
  { licenseeId, accountId }: { licenseeId: string; accountId: number },
): Promise<StaffChange[]> {
  const meant = and(eq(staffChanges.licenseeId, licenseeId), eq(staffChanges.accountId, accountId))
  return db.select().from(staffChanges).where(meant).orderBy(desc(staffChanges.at), desc(staffChanges.id)).limit(most)
}

/** Returns how many links for a new password a member has requested since then. */
export function countOwnPasswordLinks(
  db: Db,
  { licenseeId, accountId, since }: { licenseeId: string; accountId: number; since: Date },
): Promise<number> {
  const { what, changedBy, at } = staffChanges
  const requested = and(
    eq(staffChanges.licenseeId, licenseeId),
    eq(staffChanges.accountId, accountId),
    eq(changedBy, accountId),
    eq(what, 'password link'),
    gt(at, since),
  )
  return db.$count(staffChanges, requested)
}
