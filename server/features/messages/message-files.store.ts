import { and, eq, getTableColumns, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { isOfDraft, type DraftId, type DraftOwner } from '../../practice/drafts/drafts.store.ts'
import { messageFiles } from './schema.ts'

/** A file of a message, without its content. */
export interface MessageFile {
  id: string
  name: string
  /** The media type, known from the bytes. */
  type: string
  bytes: number
}

/** Its content is encrypted. */
interface FileRow extends DraftOwner, MessageFile {
  draftId: string
  content: Buffer
  addedAt: Date
}

const { accountId, licenseeId, patientId, draftId, id: column, outgoingId, content, name, type, bytes } = messageFiles
const shown = { id: column, name, type, bytes }

const ownedBy = (owner: DraftOwner) =>
  and(eq(accountId, owner.accountId), eq(licenseeId, owner.licenseeId), eq(patientId, owner.patientId))
const ofDraft = (draft: DraftId) => and(ownedBy(draft), eq(draftId, draft.id))

/** The same file again changes nothing. */
export async function addFile(db: Db, row: FileRow): Promise<void> {
  await db.insert(messageFiles).values(row).onConflictDoNothing()
}

export function countFiles(db: Db, owner: DraftOwner): Promise<number> {
  return db.$count(messageFiles, ownedBy(owner))
}

/** Returns the files in the order of their ids; fewer if some are not there. */
export async function filesOf(db: Db, { ids, ...draft }: DraftId & { ids: readonly string[] }): Promise<MessageFile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(shown)
    .from(messageFiles)
    .where(and(ofDraft(draft), inArray(column, [...ids])))
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** The files belong to another draft, too. */
export async function copyFiles(
  db: Db,
  { ids, to, ...draft }: DraftId & { ids: readonly string[]; to: string },
): Promise<void> {
  if (ids.length === 0) return
  const copies = db
    .select({
      ...getTableColumns(messageFiles),
      draftId: sql<string>`${to}`.as('draft_id'),
      outgoingId: sql<null>`null`.as('outgoing_id'),
    })
    .from(messageFiles)
    .where(and(ofDraft(draft), inArray(column, [...ids])))
  await db.insert(messageFiles).select(copies).onConflictDoNothing()
}

/** Deletes these files of a draft; those of a message that is being sent stay. */
export async function deleteFiles(db: Db, { ids, ...draft }: DraftId & { ids: readonly string[] }): Promise<void> {
  if (ids.length === 0) return
  await db.delete(messageFiles).where(and(ofDraft(draft), inArray(column, [...ids]), isNull(outgoingId)))
}

/** Deletes the files of all drafts for a patient; those of messages that are being sent stay. */
export async function deleteFilesOf(db: Db, of: Pick<DraftId, 'licenseeId' | 'patientId'>): Promise<void> {
  const ofPatient = and(eq(licenseeId, of.licenseeId), eq(patientId, of.patientId))
  await db.delete(messageFiles).where(and(ofPatient, isNull(outgoingId)))
}

/** The files are sent with a message. Returns how many of them there are. */
export async function linkFiles(
  db: Db,
  { ids, outgoing, ...draft }: DraftId & { ids: readonly string[]; outgoing: string },
): Promise<number> {
  if (ids.length === 0) return 0
  const linked = await db
    .update(messageFiles)
    .set({ outgoingId: outgoing })
    .where(and(ofDraft(draft), inArray(column, [...ids])))
    .returning({ id: column })
  return linked.length
}

/** Where the content of a file is stored: the same for the copies of another draft. */
export function filePlace(file: DraftOwner & Pick<MessageFile, 'id'>) {
  return ['message_files.content', file.accountId, file.licenseeId, file.patientId, file.id] as const
}

type StoredFile = MessageFile & DraftOwner & { content: Buffer }
const stored = { ...shown, accountId, licenseeId, patientId, content }

/** The files of a message that waits, with their encrypted content. */
export function filesToSend(db: Db, outgoing: string): Promise<StoredFile[]> {
  return db.select(stored).from(messageFiles).where(eq(outgoingId, outgoing))
}

/** One file of a message of a patient that waits; undefined if it has none of this id. */
export async function fileToSend(
  db: Db,
  of: { licenseeId: string; patientId: string; outgoing: string; id: string },
): Promise<StoredFile | undefined> {
  const rows = db
    .select(stored)
    .from(messageFiles)
    .where(
      and(eq(licenseeId, of.licenseeId), eq(patientId, of.patientId), eq(outgoingId, of.outgoing), eq(column, of.id)),
    )
  return (await rows.limit(1)).at(0)
}

/** Deletes what belongs to no draft and no message that waits, and was attached before an instant. */
export async function deleteLooseFiles(db: Db, { before }: { before: Date }): Promise<void> {
  await db
    .delete(messageFiles)
    .where(
      and(
        isNull(outgoingId),
        lt(messageFiles.addedAt, before),
        not(isOfDraft(db, { accountId, licenseeId, patientId, id: draftId })),
      ),
    )
}
