import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { resultWaits } from './schema.ts'

export async function waitsForNote(db: Db, accountId: number): Promise<boolean> {
  return (await db.$count(resultWaits, eq(resultWaits.accountId, accountId))) > 0
}

export async function keepWaiting(db: Db, { accountId, waits }: { accountId: number; waits: boolean }): Promise<void> {
  if (waits) await db.insert(resultWaits).values({ accountId }).onConflictDoNothing()
  else await db.delete(resultWaits).where(eq(resultWaits.accountId, accountId))
}
