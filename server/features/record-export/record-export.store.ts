import { and, asc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { recordExportPages, recordExportPieces, recordExports } from './schema.ts'

/** Whose record it is, and who requested it. */
export interface ExportOwner {
  accountId: number
  licenseeId: string
  patientId: string
}

export type ExportRow = typeof recordExports.$inferSelect
export type ExportFile = (typeof recordExportPieces.$inferSelect)['file']

const { id: column, state } = recordExports
const ownedBy = ({ accountId, licenseeId, patientId }: ExportOwner) =>
  and(
    eq(recordExports.accountId, accountId),
    eq(recordExports.licenseeId, licenseeId),
    eq(recordExports.patientId, patientId),
  )

/** Begins an export instead of one that has ended. Returns false, and changes nothing, while one is being prepared. */
export async function beginExport(db: Db, row: ExportOwner & Pick<ExportRow, 'id' | 'requestedAt'>): Promise<boolean> {
  await db.delete(recordExports).where(and(ownedBy(row), ne(state, 'preparing')))
  const begun = await db
    .insert(recordExports)
    .values({ ...row, state: 'preparing' })
    .onConflictDoNothing()
    .returning({ id: column })
  return begun.length > 0
}

export async function readExport(db: Db, id: string): Promise<ExportRow | undefined> {
  return (await db.select().from(recordExports).where(eq(column, id))).at(0)
}

/** Returns the export of a person, whatever its state. */
export async function exportOf(db: Db, owner: ExportOwner): Promise<ExportRow | undefined> {
  return (await db.select().from(recordExports).where(ownedBy(owner))).at(0)
}

const preparing = (id: string) => and(eq(column, id), eq(state, 'preparing'))

/** Returns false if it is prepared no longer: it was deleted. */
export async function noteProgress(
  db: Db,
  { id, ...progress }: Pick<ExportRow, 'id' | 'pagesRead' | 'pagesKnown' | 'leftOut'>,
): Promise<boolean> {
  const noted = await db
    .update(recordExports)
    .set({ ...progress, reason: null })
    .where(preparing(id))
    .returning({ id: column })
  return noted.length > 0
}

/** Notes why an attempt did not end; it is tried again. */
export async function noteReason(db: Db, { id, reason }: Pick<ExportRow, 'id' | 'reason'>): Promise<void> {
  await db.update(recordExports).set({ reason }).where(preparing(id))
}

/** Ends the preparation; the pages are not needed any longer. */
export async function endExport(
  db: Db,
  {
    id,
    endedAt,
    ...end
  }: { id: string; endedAt: Date } & ({ state: 'ready' } | { state: 'failed'; reason: ExportRow['reason'] }),
): Promise<void> {
  await db
    .update(recordExports)
    .set({ reason: null, ...end, endedAt })
    .where(preparing(id))
  await db.delete(recordExportPages).where(eq(recordExportPages.exportId, id))
}

export async function deleteExport(db: Db, owner: ExportOwner): Promise<boolean> {
  return (await db.delete(recordExports).where(ownedBy(owner)).returning({ id: column })).length > 0
}

/** Deletes the files of a patient, of all who requested one. */
export async function deleteExportsOf(
  db: Db,
  { licenseeId, patientId }: Pick<ExportOwner, 'licenseeId' | 'patientId'>,
): Promise<void> {
  await db
    .delete(recordExports)
    .where(and(eq(recordExports.licenseeId, licenseeId), eq(recordExports.patientId, patientId)))
}

/** Deletes exports that ended before an instant. Returns whose they were. */
export function deleteEnded(db: Db, { before }: { before: Date }): Promise<ExportOwner[]> {
  const { accountId, licenseeId, patientId } = recordExports
  return db
    .delete(recordExports)
    .where(lt(recordExports.endedAt, before))
    .returning({ accountId, licenseeId, patientId })
}

interface PageId {
  id: string
  part: string
  page: number
}

/** Returns the pages that were read, without their content. */
export function pagesRead(db: Db, id: string): Promise<{ part: string; page: number; pages: number }[]> {
  const { part, page, pages, exportId } = recordExportPages
  return db.select({ part, page, pages }).from(recordExportPages).where(eq(exportId, id))
}

/** The same page again changes nothing. */
export async function keepPage(db: Db, { id, ...row }: PageId & { pages: number; content: Buffer }): Promise<void> {
  await db
    .insert(recordExportPages)
    .values({ exportId: id, ...row })
    .onConflictDoNothing()
}

export async function readPage(db: Db, { id, part, page }: PageId): Promise<Buffer | undefined> {
  const rows = await db
    .select({ content: recordExportPages.content })
    .from(recordExportPages)
    .where(and(eq(recordExportPages.exportId, id), eq(recordExportPages.part, part), eq(recordExportPages.page, page)))
  return rows.at(0)?.content
}

interface FileId {
  id: string
  file: ExportFile
}

const ofFile = ({ id, file }: FileId) => and(eq(recordExportPieces.exportId, id), eq(recordExportPieces.file, file))

export async function keepPiece(
  db: Db,
  { id, ...row }: FileId & { piece: number; bytes: number; content: Buffer },
): Promise<void> {
  await db.insert(recordExportPieces).values({ exportId: id, ...row })
}

/** Deletes the pieces of an attempt that did not end. */
export async function dropPieces(db: Db, id: string): Promise<void> {
  await db.delete(recordExportPieces).where(eq(recordExportPieces.exportId, id))
}

/** Returns the length of each file in bytes. */
export async function fileLengths(db: Db, id: string): Promise<Map<ExportFile, number>> {
  const { file, bytes, exportId } = recordExportPieces
  const rows = await db
    .select({ file, total: sql<number>`sum(${bytes})::int` })
    .from(recordExportPieces)
    .where(eq(exportId, id))
    .groupBy(file)
  return new Map(rows.map((row) => [row.file, row.total]))
}

/** Returns the encrypted pieces of a file, one after another. */
export async function* piecesOf(db: Db, of: FileId): AsyncGenerator<Buffer> {
  const { piece, content } = recordExportPieces
  const pieces = await db.select({ piece }).from(recordExportPieces).where(ofFile(of)).orderBy(asc(piece))
  for (const each of pieces) {
    const [row] = await db
      .select({ content })
      .from(recordExportPieces)
      .where(and(ofFile(of), eq(piece, each.piece)))
    // Deleted while it is sent: the download must not look complete.
    if (!row) throw new Error('a file was deleted while it was sent')
    yield row.content
  }
}
