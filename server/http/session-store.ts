import { createHash } from 'node:crypto'
import { and, eq, gt, lte, or } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { sessions } from '../db/schema.ts'
import type { Person } from '../ui/person.ts'

/** What a session keeps. The cookie's own data is the plugin's. */
export interface SessionContent {
  licenseeId?: string
  person?: Person
  cookie?: unknown
}

/** Idle end: ten minutes and then twenty seconds (specification 1 §9; security.md). */
export const idleEndMs = 620_000
/** However active, a session ends after this. */
export const longestSessionMs = 12 * 3_600_000

/** Ids are kept hashed: who reads the table cannot sign in with it. */
export function hashOfSession(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

export async function readSession(
  db: Db,
  { id, at }: { id: string; at: Date },
): Promise<(SessionContent & { lastActivityAt: Date }) | undefined> {
  const active = gt(sessions.lastActivityAt, new Date(at.getTime() - idleEndMs))
  const found = await db
    .select({ content: sessions.content, lastActivityAt: sessions.lastActivityAt })
    .from(sessions)
    .where(and(eq(sessions.idHash, hashOfSession(id)), gt(sessions.endsAt, at), active))
  const [row] = found
  return row && { ...(row.content as SessionContent), lastActivityAt: row.lastActivityAt } // written below only
}

export async function writeSession(
  db: Db,
  { id, content, at }: { id: string; content: SessionContent; at: Date },
): Promise<void> {
  const row = {
    licenseeId: content.licenseeId ?? null,
    accountId: content.person?.accountId ?? null,
    content,
    lastActivityAt: at,
  }
  await db
    .insert(sessions)
    .values({ idHash: hashOfSession(id), ...row, createdAt: at, endsAt: new Date(at.getTime() + longestSessionMs) })
    .onConflictDoUpdate({ target: sessions.idHash, set: row })
}

export async function noteActivity(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .update(sessions)
    .set({ lastActivityAt: at })
    .where(eq(sessions.idHash, hashOfSession(id)))
}

export async function endSession(db: Db, { id }: { id: string }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hashOfSession(id)))
}

/** Removes the sessions that have ended by themselves; answers their hashes. */
export async function sweepSessions(db: Db, { at }: { at: Date }): Promise<string[]> {
  const ended = or(lte(sessions.endsAt, at), lte(sessions.lastActivityAt, new Date(at.getTime() - idleEndMs)))
  return (await db.delete(sessions).where(ended).returning({ idHash: sessions.idHash })).map(({ idHash }) => idHash)
}
