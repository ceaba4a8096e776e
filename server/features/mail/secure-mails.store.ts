import { createHash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { MailRow, OfPatient } from './mails.store.ts'
import { externalMailFiles, externalMailLinks, externalMails } from './schema.ts'

/** A link to a secure mail. It works once; the next one has the next number. */
export interface SecureLink {
  tokenHash: string
  number: number
  usedAt: Date | null
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export async function addLink(
  db: Db,
  { mailId, number, token }: { mailId: string; number: number; token: string },
): Promise<boolean> {
  const added = await db
    .insert(externalMailLinks)
    .values({ mailId, number, tokenHash: hashOfToken(token) })
    .onConflictDoNothing()
    .returning({ number: externalMailLinks.number })
  return added.length > 0
}

/** Returns the newest link to a mail: the one that its reader was last sent. */
export async function newestLink(db: Db, mailId: string): Promise<SecureLink | undefined> {
  const { tokenHash, number, usedAt } = externalMailLinks
  const [newest] = await db
    .select({ tokenHash, number, usedAt })
    .from(externalMailLinks)
    .where(eq(externalMailLinks.mailId, mailId))
    .orderBy(desc(number))
    .limit(1)
  return newest
}

/** Returns a link with its mail, whatever became of them; undefined for one that never was or of another practice. */
export async function mailBehind(
  db: Db,
  { licenseeId, tokenHash }: { licenseeId: string; tokenHash: string },
): Promise<{ link: SecureLink; row: MailRow } | undefined> {
  const [linked] = await db
    .select({ link: externalMailLinks, row: externalMails })
    .from(externalMailLinks)
    .innerJoin(externalMails, eq(externalMails.id, externalMailLinks.mailId))
    .where(and(eq(externalMailLinks.tokenHash, tokenHash), eq(externalMails.licenseeId, licenseeId)))
  return linked
}

/** Uses a link up. Returns false for one that is used already. */
export async function useLink(db: Db, { tokenHash, at }: { tokenHash: string; at: Date }): Promise<boolean> {
  const used = await db
    .update(externalMailLinks)
    .set({ usedAt: at })
    .where(and(eq(externalMailLinks.tokenHash, tokenHash), isNull(externalMailLinks.usedAt)))
    .returning({ number: externalMailLinks.number })
  return used.length > 0
}

/**
 * Notes that a mail is read, which also shows that its link has arrived. Returns false for one that is withdrawn or
 * expired.
 */
export async function noteRead(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { readAt, state, changedAt, expiresAt } = externalMails
  const read = await db
    .update(externalMails)
    .set({
      readAt: sql`coalesce(${readAt}, ${at})`,
      state: 'sent',
      reason: null,
      changedAt: sql`case ${state} when 'sent' then ${changedAt} else ${at} end`,
    })
    .where(and(eq(externalMails.id, id), ne(state, 'withdrawn'), gt(expiresAt, at)))
    .returning({ id: externalMails.id })
  return read.length > 0
}

/** Returns false for a mail of another patient, one that was read, and one that is not secure or no longer there. */
export async function withdrawMail(
  db: Db,
  { licenseeId, patientId, id, at }: OfPatient & { id: string; at: Date },
): Promise<boolean> {
  const withdrawn = await db
    .update(externalMails)
    .set({ state: 'withdrawn', changedAt: at })
    .where(
      and(
        eq(externalMails.id, id),
        eq(externalMails.licenseeId, licenseeId),
        eq(externalMails.patientId, patientId),
        eq(externalMails.way, 'secure'),
        inArray(externalMails.state, ['waiting', 'sent']),
        isNull(externalMails.readAt),
        gt(externalMails.expiresAt, at),
      ),
    )
    .returning({ id: externalMails.id })
  if (withdrawn.length > 0) await db.delete(externalMailFiles).where(eq(externalMailFiles.mailId, id))
  return withdrawn.length > 0
}

/** Stops every mail of a patient that has not left or was not read; no link to one opens anything any longer. */
export async function stopMailsOf(db: Db, { licenseeId, patientId, at }: OfPatient & { at: Date }): Promise<void> {
  const ofPatient = and(eq(externalMails.licenseeId, licenseeId), eq(externalMails.patientId, patientId))
  const isUnread = and(eq(externalMails.way, 'secure'), eq(externalMails.state, 'sent'), isNull(externalMails.readAt))
  await db
    .update(externalMails)
    .set({ state: 'withdrawn', changedAt: at })
    .where(and(ofPatient, or(inArray(externalMails.state, ['waiting', 'failed']), isUnread)))
  const all = db.select({ id: externalMails.id }).from(externalMails).where(ofPatient)
  await db.delete(externalMailLinks).where(inArray(externalMailLinks.mailId, all))
  await db.delete(externalMailFiles).where(inArray(externalMailFiles.mailId, all))
}
