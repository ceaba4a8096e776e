import { and, asc, count, desc, eq, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { MailState, UnsentReason, Way } from './mail.rules.ts'
import { externalMailFiles, externalMails, mailWarnings } from './schema.ts'

export interface OfPatient {
  licenseeId: string
  patientId: string
}

export interface MailRow extends OfPatient {
  id: string
  /** Who wrote it. */
  accountId: number
  way: Way
  state: MailState
  reason: UnsentReason | null
  /** Encrypted. */
  content: string
  writtenAt: Date
  changedAt: Date
  /** Until when a secure mail can be read; null for others. */
  expiresAt: Date | null
  /** When a secure mail was opened first. */
  readAt: Date | null
}

/** Its content is encrypted. */
export interface MailFile {
  name: string
  /** The media type. */
  type: string
  content: Buffer
}

const { id: column, state, writtenAt, accountId } = externalMails
const own = ({ licenseeId, patientId }: OfPatient) =>
  and(eq(externalMails.licenseeId, licenseeId), eq(externalMails.patientId, patientId))
const theOne = ({ id, ...patient }: OfPatient & { id: string }) => and(own(patient), eq(column, id))

/** Stores a mail that is to be sent. Returns false if it is stored already. */
export async function addMail(
  db: Db,
  { files, ...row }: Omit<MailRow, 'state' | 'reason' | 'changedAt' | 'readAt'> & { files: readonly MailFile[] },
): Promise<boolean> {
  const added = await db
    .insert(externalMails)
    .values({ ...row, state: 'waiting', changedAt: row.writtenAt })
    .onConflictDoNothing()
    .returning({ id: column })
  if (added.length === 0) return false
  if (files.length > 0)
    await db.insert(externalMailFiles).values(files.map((file, id) => ({ ...file, mailId: row.id, id })))
  return true
}

export async function readMail(db: Db, id: string): Promise<MailRow | undefined> {
  return (await db.select().from(externalMails).where(eq(column, id))).at(0)
}

export async function mailOf(db: Db, mail: OfPatient & { id: string }): Promise<MailRow | undefined> {
  return (await db.select().from(externalMails).where(theOne(mail))).at(0)
}

/** The latest come first. */
export function mailsOf(
  db: Db,
  { first = 0, most, ...patient }: OfPatient & { first?: number; most?: number },
): Promise<MailRow[]> {
  const all = db.select().from(externalMails).where(own(patient)).orderBy(desc(writtenAt), asc(column)).offset(first)
  return most === undefined ? all : all.limit(most)
}

export function countMails(db: Db, patient: OfPatient): Promise<number> {
  return db.$count(externalMails, own(patient))
}

export function countFailed(db: Db, patient: OfPatient): Promise<number> {
  return db.$count(externalMails, and(own(patient), eq(state, 'failed')))
}

export function countWritten(db: Db, { by, since }: { by: number; since: Date }): Promise<number> {
  return db.$count(externalMails, and(eq(accountId, by), gte(writtenAt, since)))
}

export function filesOf(db: Db, mailId: string): Promise<MailFile[]> {
  const { name, type, content } = externalMailFiles
  return db
    .select({ name, type, content })
    .from(externalMailFiles)
    .where(eq(externalMailFiles.mailId, mailId))
    .orderBy(asc(externalMailFiles.id))
}

/** Notes what an attempt came to; the mail is still tried. Once it may have left, a later attempt does not change that. */
export async function noteReason(db: Db, { id, reason }: { id: string; reason: UnsentReason }): Promise<void> {
  await db
    .update(externalMails)
    .set({ reason: sql`case ${externalMails.reason} when 'uncertain' then 'uncertain' else ${reason} end` })
    .where(and(eq(column, id), eq(state, 'waiting')))
}

/** Takes effect once. Returns false for a mail that does not wait. Without a reason that of the last attempt stays. */
export async function settleMail(
  db: Db,
  { id, to, reason, at }: { id: string; to: 'sent' | 'failed'; reason?: UnsentReason; at: Date },
): Promise<boolean> {
  const moved = await db
    .update(externalMails)
    .set({
      state: to,
      reason: to === 'sent' ? null : (reason ?? sql`coalesce(${externalMails.reason}, 'unavailable')`),
      changedAt: at,
    })
    .where(and(eq(column, id), eq(state, 'waiting')))
    .returning({ way: externalMails.way })
  // A secure mail stays here with what is attached; a Direct one may be reported as failed, and sent again.
  if (to === 'sent' && moved.some(({ way }) => way === 'simple'))
    await db.delete(externalMailFiles).where(eq(externalMailFiles.mailId, id))
  return moved.length > 0
}

/** Returns false if there is no failed mail of this patient with this id, written since an instant. */
export async function retryMail(
  db: Db,
  { at, since, ...mail }: OfPatient & { id: string; at: Date; since: Date },
): Promise<boolean> {
  const moved = await db
    .update(externalMails)
    .set({ state: 'waiting', changedAt: at })
    .where(and(theOne(mail), eq(state, 'failed'), gte(writtenAt, since)))
    .returning({ id: column })
  return moved.length > 0
}

/** Returns false if there is no failed mail of this patient with this id. */
export async function discardMail(db: Db, mail: OfPatient & { id: string }): Promise<boolean> {
  const gone = await db
    .delete(externalMails)
    .where(and(theOne(mail), eq(state, 'failed')))
    .returning({ id: column })
  return gone.length > 0
}

/** A mail that was refused while its writer waits: the form still has it. */
export async function forgetMail(db: Db, id: string): Promise<void> {
  await db.delete(externalMails).where(eq(column, id))
}

/** Deletes what was attached to mails that can neither be tried again nor read: those written long ago. */
export async function deleteOldFiles(db: Db, { before, at }: { before: Date; at: Date }): Promise<void> {
  const isOver = or(and(ne(externalMails.way, 'secure'), lt(writtenAt, before)), lte(externalMails.expiresAt, at))
  const old = db.select({ id: column }).from(externalMails).where(isOver)
  await db.delete(externalMailFiles).where(inArray(externalMailFiles.mailId, old))
}

export async function isWarned(db: Db, account: number): Promise<boolean> {
  const [row] = await db.select({ value: count() }).from(mailWarnings).where(eq(mailWarnings.accountId, account))
  return (row?.value ?? 0) > 0
}

export async function noteWarned(db: Db, account: number): Promise<void> {
  await db.insert(mailWarnings).values({ accountId: account }).onConflictDoNothing()
}
