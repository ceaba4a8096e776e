import { and, asc, eq, lt } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { passkeys } from '../db/schema.ts'

export type Passkey = typeof passkeys.$inferSelect

/** A use of a passkey, as `verifyUsed` returns it. */
export interface PasskeyUse {
  counter: number
  /** Several devices have it, each with a counter of its own (WebAuthn Level 3, 6.1.1). */
  isSynced: boolean
}

/** Oldest first. */
export function passkeysOf(db: Db, accountId: number): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.createdAt))
}

export async function passkeyById(db: Db, id: string): Promise<Passkey | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id))
  return row
}

/** Returns false when the passkey is already registered, to any account. */
export async function insertPasskey(db: Db, passkey: Omit<Passkey, 'usedAt'>): Promise<boolean> {
  const made = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
  return made.length > 0
}

/**
 * Records a use. Returns false when the passkey is gone, or when another use of one that is on one device only has
 * already reached this counter: then one of the two is a copy.
 */
export async function notePasskeyUse(
  db: Db,
  { id, counter, isSynced, at }: PasskeyUse & { id: string; at: Date },
): Promise<boolean> {
  // Authenticators without a counter always send 0.
  const isNewer = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const isMeant = isSynced ? eq(passkeys.id, id) : and(eq(passkeys.id, id), isNewer)
  const used = await db.update(passkeys).set({ counter, usedAt: at }).where(isMeant).returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskey(db: Db, { id, accountId }: { id: string; accountId: number }): Promise<boolean> {
  const own = and(eq(passkeys.id, id), eq(passkeys.accountId, accountId))
  return (await db.delete(passkeys).where(own).returning({ id: passkeys.id })).length > 0
}

/**
 * The same for changes that depend on how many there are: the rows stay locked until the end of the transaction, so that
 * of two requests at once one sees what the other has left.
 */
export function lockPasskeysOf(tx: Db, accountId: number): Promise<Passkey[]> {
  return tx.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.id)).for('update')
}

/** Removes all passkeys of an account. Returns how many there were. */
export async function deletePasskeysOf(tx: Db, accountId: number): Promise<number> {
  return (await tx.delete(passkeys).where(eq(passkeys.accountId, accountId)).returning({ id: passkeys.id })).length
}
