import { createHash } from 'node:crypto'
import { and, desc, eq, gt, lte, ne, not, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { sessions } from '../db/schema.ts'
import { latestStamp } from '../protocol/latest-stamp.ts'
import { endOfActing, type Principal } from '../protocol/principal.ts'

/** The content of a session. The cookie's own data belongs to the plugin. */
export interface SessionContent {
  licenseeId?: string
  person?: Principal
  /** Where the person signed in. */
  from?: { address: string; agent: string }
  cookie?: unknown
}

/** Idle timeout: ten minutes and then twenty seconds (specification 1 §9; security.md). */
const idleEndMs = 620_000
/** Guests, and staff who view the record of a patient, have fifteen minutes, and the same tolerance. */
const longIdleEndMs = 920_000
/** Maximum length of a session, even of an active one. */
export const longestSessionMs = 12 * 3_600_000

/** Ids are stored as hashes, so that read access to the table does not allow signing in. */
export function hashOfSession(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

function isActive(at: Date) {
  return sql`${sessions.lastActivityAt} > ${at.toISOString()}::timestamptz - ${idleEnd}`
}

const idleEnd = sql`case when ${sessions.content}->'person'->>'kind' in ('guest', 'viewer')
  then ${longIdleEndMs}::int else ${idleEndMs}::int end * interval '1 millisecond'`

/** A condition over a row of `sessions`. */
export type SessionCondition = SQL

export async function readSession(
  db: Db,
  { id, at, mayStayIn }: { id: string; at: Date; mayStayIn: SessionCondition },
): Promise<(SessionContent & { lastActivityAt: Date }) | undefined> {
  const rows = await db
    .select({ content: sessions.content, lastActivityAt: sessions.lastActivityAt })
    .from(sessions)
    .where(and(eq(sessions.idHash, hashOfSession(id)), gt(sessions.endsAt, at), isActive(at), mayStayIn))
  const [row] = rows
  return row && { ...(row.content as SessionContent), lastActivityAt: row.lastActivityAt } // written only below
}

export async function writeSession(
  db: Db,
  { id, content, at }: { id: string; content: SessionContent; at: Date },
): Promise<void> {
  const row = {
    licenseeId: content.licenseeId ?? null,
    accountId: content.person && 'accountId' in content.person ? content.person.accountId : null,
    content,
    lastActivityAt: at,
  }
  await db
    .insert(sessions)
    .values({ idHash: hashOfSession(id), ...row, createdAt: at, endsAt: endOf(content, at) })
    .onConflictDoUpdate({
      target: sessions.idHash,
      set: { ...row, endsAt: sql`least(${sessions.endsAt}, excluded.ends_at)` },
    })
}

/** The session of a guest, or of a guardian with limited authorization, ends at the latest with its authorization. */
function endOf({ person }: SessionContent, at: Date): Date {
  const longest = at.getTime() + longestSessionMs
  const until = endOfActing(person)
  return new Date(until ? Math.min(longest, Date.parse(until)) : longest)
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

/** An open session, as shown to its owner. */
export interface OpenSession {
  hash: string
  from?: { address: string; agent: string }
  startedAt: Date
  lastActivityAt: Date
}

/** Sorted by latest activity, newest first. */
export async function sessionsOf(db: Db, { accountId, at }: { accountId: number; at: Date }): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.endsAt, at), isActive(at)))
    .orderBy(desc(sessions.lastActivityAt))
  return rows.map(({ idHash, content, createdAt, lastActivityAt }) => ({
    hash: idHash,
    from: (content as SessionContent).from, // written only below
    startedAt: createdAt,
    lastActivityAt,
  }))
}

export type SessionsToEnd = AccountSessionsToEnd | ViewsToEnd

/** The sessions of the staff that view the record of a patient. */
interface ViewsToEnd {
  licenseeId: string
  viewedPatient: string
}

interface AccountSessionsToEnd {
  accountId: number
  /** Only the session with this hash. */
  hash?: string
  /** All but the session with this hash. */
  except?: string
  /** Only sessions that act for this patient. */
  actingFor?: string
}

/** Ends sessions of an account, or the views of a record; returns their hashes. */
export async function endSessionsOf(db: Db, which: SessionsToEnd): Promise<string[]> {
  const meant = 'accountId' in which ? areOfAccount(which) : areViewsOf(which)
  return (await db.delete(sessions).where(meant).returning({ idHash: sessions.idHash })).map(({ idHash }) => idHash)
}

const isForPatient = (patientId: string) => sql`${sessions.content}->'person'->'patient'->>'id' = ${patientId}`

function areOfAccount({ accountId, hash, except, actingFor }: AccountSessionsToEnd) {
  return and(
    eq(sessions.accountId, accountId),
    hash === undefined ? undefined : eq(sessions.idHash, hash),
    except === undefined ? undefined : ne(sessions.idHash, except),
    actingFor === undefined ? undefined : isForPatient(actingFor),
  )
}

function areViewsOf({ licenseeId, viewedPatient }: ViewsToEnd) {
  return and(
    eq(sessions.licenseeId, licenseeId),
    isForPatient(viewedPatient),
    sql`${sessions.content}->'person'->>'kind' = 'viewer'`,
  )
}

/**
 * Corrects the times of sessions that began or were used before the clock was set back. They stay open: they expire as if
 * they were used now.
 */
export async function correctSessions(db: Db, { at }: { at: Date }): Promise<void> {
  const latest = latestStamp(at)
  const sinceNow = sql`${sessions.createdAt} - ${at.toISOString()}::timestamptz`
  await db.update(sessions).set({ lastActivityAt: at }).where(gt(sessions.lastActivityAt, latest))
  await db
    .update(sessions)
    .set({ createdAt: at, endsAt: sql`${sessions.endsAt} - (${sinceNow})` })
    .where(gt(sessions.createdAt, latest))
}

/** Deletes the expired sessions; returns their hashes. */
export async function deleteExpiredSessions(db: Db, { at }: { at: Date }): Promise<string[]> {
  const ended = or(lte(sessions.endsAt, at), not(isActive(at)))
  return (await db.delete(sessions).where(ended).returning({ idHash: sessions.idHash })).map(({ idHash }) => idHash)
}
