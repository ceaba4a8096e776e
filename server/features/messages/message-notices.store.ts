import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { messageNotices, messagePlaces } from './schema.ts'

/** Returns up to where the messages of a practice were looked at; undefined before the first time. */
export async function lastPlace(db: Db, licenseeId: string): Promise<string | undefined> {
  const rows = await db.select().from(messagePlaces).where(eq(messagePlaces.licenseeId, licenseeId))
  return rows[0]?.place
}

export async function keepPlace(db: Db, { licenseeId, place }: { licenseeId: string; place: string }): Promise<void> {
  await db
    .insert(messagePlaces)
    .values({ licenseeId, place })
    .onConflictDoUpdate({ target: messagePlaces.licenseeId, set: { place } })
}

export async function wantsNotices(db: Db, accountId: number): Promise<boolean> {
  const rows = await db.select().from(messageNotices).where(eq(messageNotices.accountId, accountId))
  return rows.length > 0
}

export async function keepNotices(
  db: Db,
  { accountId, requested }: { accountId: number; requested: boolean },
): Promise<void> {
  if (requested) await db.insert(messageNotices).values({ accountId }).onConflictDoNothing()
  else await db.delete(messageNotices).where(eq(messageNotices.accountId, accountId))
}
