import { and, eq, gte, lt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { sizesOf, type LogoPicture, type LogoPictures, type LogoPlace } from '../../licensees/logo.store.ts'
import type { LogoWarning } from './draw-logo.ts'
import { practiceLogoDrafts } from './schema.ts'

/** The administrator who has uploaded a logo. */
export interface DraftOwner {
  licenseeId: string
  accountId: number
}

/** An uploaded logo that is not saved yet. */
export interface LogoDraft {
  id: string
  /** The version of the logo when it was uploaded. */
  seenVersion: number
  pictures: LogoPictures
  warnings: readonly LogoWarning[]
}

const drafts = practiceLogoDrafts
const ownedBy = ({ licenseeId, accountId }: DraftOwner) =>
  and(eq(drafts.licenseeId, licenseeId), eq(drafts.accountId, accountId))

/** Keeps an upload in the place of the one before it. */
export async function keepDraft(
  db: Db,
  { pictures, warnings, ...draft }: DraftOwner & LogoDraft & { uploadedAt: Date },
): Promise<void> {
  const { header, print, mail } = pictures
  const row = {
    ...draft,
    warnings: [...warnings],
    header: header.content,
    print: print.content,
    mail: mail.content,
    sizes: sizesOf(pictures),
  }
  await db
    .insert(drafts)
    .values(row)
    .onConflictDoUpdate({ target: [drafts.licenseeId, drafts.accountId], set: row })
}

/** Returns the upload of an administrator, unless it was made before `since`. */
export async function readDraft(db: Db, owner: DraftOwner, since: Date): Promise<LogoDraft | undefined> {
  const rows = db
    .select()
    .from(drafts)
    .where(and(ownedBy(owner), gte(drafts.uploadedAt, since)))
  const row = (await rows).at(0)
  if (!row) return undefined
  const { id, seenVersion, warnings, sizes } = row
  const picture = (place: LogoPlace): LogoPicture => ({ content: row[place], ...sizes[place] })
  return {
    id,
    seenVersion,
    warnings,
    pictures: { header: picture('header'), print: picture('print'), mail: picture('mail') },
  }
}

/** Returns false if the administrator has no upload of this id. */
export async function deleteDraft(db: Db, { id, ...owner }: DraftOwner & { id: string }): Promise<boolean> {
  const deleted = await db
    .delete(drafts)
    .where(and(ownedBy(owner), eq(drafts.id, id)))
    .returning({ id: drafts.id })
  return deleted.length === 1
}

export async function deleteDraftsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(drafts).where(lt(drafts.uploadedAt, before))
}
