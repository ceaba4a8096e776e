import { createHash } from 'node:crypto'
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

/** The choice of a person who wants an e-mail about each new message. `origin` is null for one of an earlier version. */
interface NoticeChoice {
  origin: string | null
}

export async function noticeChoice(db: Db, accountId: number): Promise<NoticeChoice | undefined> {
  const { origin } = messageNotices
  return (await db.select({ origin }).from(messageNotices).where(eq(messageNotices.accountId, accountId))).at(0)
}

/** `token` is that of the link in the e-mails that turns them off; only its hash is stored. */
export async function turnNoticesOn(
  db: Db,
  { accountId, origin, token }: { accountId: number; origin: string; token: string },
): Promise<void> {
  const link = { origin, linkHash: hashed(token) }
  await db
    .insert(messageNotices)
    .values({ accountId, ...link })
    .onConflictDoUpdate({ target: messageNotices.accountId, set: link })
}

export async function turnNoticesOff(db: Db, accountId: number): Promise<void> {
  await db.delete(messageNotices).where(eq(messageNotices.accountId, accountId))
}

export async function isNoticeLink(db: Db, token: string): Promise<boolean> {
  return (await db.$count(messageNotices, eq(messageNotices.linkHash, hashed(token)))) > 0
}

/** Returns the account whose e-mails the link has turned off; undefined if they were off, or it is no such link. */
export async function turnNoticesOffBy(db: Db, token: string): Promise<number | undefined> {
  const gone = await db
    .delete(messageNotices)
    .where(eq(messageNotices.linkHash, hashed(token)))
    .returning({ accountId: messageNotices.accountId })
  return gone.at(0)?.accountId
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
