import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, number } from '../../db/columns.ts'

/** The record of a patient as a file. */
export const recordExports = pgTable('record_exports', {
  id: text('id').primaryKey(),
  accountId: number('account_id').notNull(),
  licenseeId: text('licensee_id').notNull(),
  patientId: text('patient_id').notNull(),
  state: text('state').$type<'preparing' | 'ready' | 'failed'>().notNull(),
  reason: text('reason').$type<'unreachable' | 'tooLarge'>(),
  requestedAt: instant('requested_at').notNull(),
  endedAt: instant('ended_at'),
  pagesRead: integer('pages_read').notNull().default(0),
  pagesKnown: integer('pages_known').notNull().default(0),
  leftOut: text('left_out').array().notNull().default([]),
})

export const recordExportPages = pgTable(
  'record_export_pages',
  {
    exportId: text('export_id').notNull(),
    part: text('part').notNull(),
    page: integer('page').notNull(),
    pages: integer('pages').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.part, table.page] })],
)

export const recordExportPieces = pgTable(
  'record_export_pieces',
  {
    exportId: text('export_id').notNull(),
    file: text('file').$type<'pdf' | 'fhir'>().notNull(),
    piece: integer('piece').notNull(),
    bytes: integer('bytes').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.file, table.piece] })],
)
