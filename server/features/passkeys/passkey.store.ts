import { and, asc, eq, lt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { passkeys } from '../../db/schema.ts'

export type Passkey = typeof passkeys.$inferSelect

/** The oldest first. */
export function passkeysOf(db: Db, accountId: number): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.createdAt))
}

export async function passkeyById(db: Db, id: string): Promise<Passkey | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id))
  return row
}

/** False when it is known already, whosever it is. */
export async function insertPasskey(db: Db, passkey: Omit<Passkey, 'usedAt'>): Promise<boolean> {
  const made = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
  return made.length > 0
}

/** Notes that it was used. False when it is gone, or another use has brought its counter as far: then one of them is a copy. */
export async function notePasskeyUse(
  db: Db,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<boolean> {
  // An authenticator that does not count says 0 for ever.
  const isNewer = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const used = await db
    .update(passkeys)
    .set({ counter, usedAt: at })
    .where(and(eq(passkeys.id, id), isNewer))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskey(db: Db, { id, accountId }: { id: string; accountId: number }): Promise<boolean> {
  const own = and(eq(passkeys.id, id), eq(passkeys.accountId, accountId))
  return (await db.delete(passkeys).where(own).returning({ id: passkeys.id })).length > 0
}
