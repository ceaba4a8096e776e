import { and, desc, eq, exists, inArray, sql, type Column, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { messageDrafts } from '../../db/schema.ts'

/** A draft belongs to one person, and is about one patient: under the same id, somebody else has another draft or none. */
export interface DraftOwner {
  accountId: number
  licenseeId: string
  patientId: string
}
export interface DraftId extends DraftOwner {
  id: string
}
export interface DraftRow extends DraftId {
  /** How it will be sent: the id of a way to write (message-parts.ts). */
  way: string
  /** The message that it answers. */
  replyTo: string | null
  /** Encrypted. */
  content: string
  savedAt: Date
}

const { accountId, licenseeId, patientId, id: column, way: wayColumn, replyTo, savedAt } = messageDrafts
const ownedBy = (owner: DraftOwner) =>
  and(eq(accountId, owner.accountId), eq(licenseeId, owner.licenseeId), eq(patientId, owner.patientId))
const theOne = (draft: DraftId) => and(ownedBy(draft), eq(column, draft.id))

/** Those that are listed, and counted as listed. */
interface ListedOf extends DraftOwner {
  ways: readonly string[]
}
const listedOf = ({ ways, ...owner }: ListedOf) => and(ownedBy(owner), inArray(wayColumn, [...ways]))

/** The latest first. */
export function draftsOf(db: Db, listed: ListedOf): Promise<DraftRow[]> {
  return db.select().from(messageDrafts).where(listedOf(listed)).orderBy(desc(savedAt), desc(column))
}

export function countListed(db: Db, listed: ListedOf): Promise<number> {
  return db.$count(messageDrafts, listedOf(listed))
}

/** Those of every way. */
export function countDrafts(db: Db, owner: DraftOwner): Promise<number> {
  return db.$count(messageDrafts, ownedBy(owner))
}

export async function readDraft(db: Db, { way, ...draft }: DraftId & { way: string }): Promise<DraftRow | undefined> {
  const rows = db
    .select()
    .from(messageDrafts)
    .where(and(theOne(draft), eq(wayColumn, way)))
  return (await rows).at(0)
}

/** The same of any way, and nobody else changes it before the transaction has ended. */
export async function lockDraft(tx: Db, draft: DraftId): Promise<DraftRow | undefined> {
  return (await tx.select().from(messageDrafts).where(theOne(draft)).for('update')).at(0)
}

/** The latest draft of an answer to a message. */
export async function draftAnswering(
  db: Db,
  { message, ...owner }: DraftOwner & { message: string },
): Promise<DraftRow | undefined> {
  const answers = db
    .select()
    .from(messageDrafts)
    .where(and(ownedBy(owner), eq(replyTo, message)))
  return (await answers.orderBy(desc(savedAt)).limit(1)).at(0)
}

/** Returns false if there is one with this id. */
export async function addDraft(db: Db, row: DraftRow): Promise<boolean> {
  const added = await db.insert(messageDrafts).values(row).onConflictDoNothing().returning({ id: column })
  return added.length > 0
}

export async function changeDraft(db: Db, row: DraftRow): Promise<void> {
  const { content, savedAt: at } = row
  await db.update(messageDrafts).set({ content, savedAt: at }).where(theOne(row))
}

/** A draft of one of these ways is one of another from now on. */
export async function changeWay(
  db: Db,
  draft: DraftId,
  { from, to }: { from: readonly string[]; to: string },
): Promise<void> {
  await db
    .update(messageDrafts)
    .set({ way: to })
    .where(and(theOne(draft), inArray(wayColumn, [...from])))
}

/** Returns what was deleted. */
export async function takeDraft(db: Db, draft: DraftId): Promise<DraftRow | undefined> {
  return (await db.delete(messageDrafts).where(theOne(draft)).returning()).at(0)
}

/** Deletes what everybody has begun to write for a patient. */
export async function deleteDraftsOf(db: Db, of: Pick<DraftOwner, 'licenseeId' | 'patientId'>): Promise<void> {
  await db.delete(messageDrafts).where(and(eq(licenseeId, of.licenseeId), eq(patientId, of.patientId)))
}

/** A condition of a query about rows that belong to drafts: that theirs is stored. */
export function isOfDraft(db: Db, of: Record<keyof DraftId, Column>): SQL {
  const draft = db
    .select({ one: sql`1` })
    .from(messageDrafts)
    .where(
      and(eq(accountId, of.accountId), eq(licenseeId, of.licenseeId), eq(patientId, of.patientId), eq(column, of.id)),
    )
  return exists(draft)
}
