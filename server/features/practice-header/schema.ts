import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, number } from '../../db/columns.ts'

interface Size {
  width: number
  height: number
}

/** A logo that an administrator has uploaded and not saved yet; one for each administrator. */
export const practiceLogoDrafts = pgTable(
  'practice_logo_drafts',
  {
    licenseeId: text('licensee_id').notNull(),
    accountId: number('account_id').notNull(),
    id: text('id').notNull(),
    seenVersion: integer('seen_version').notNull(),
    header: bytes('header').notNull(),
    print: bytes('print').notNull(),
    mail: bytes('mail').notNull(),
    sizes: jsonb('sizes').$type<Record<'header' | 'print' | 'mail', Size>>().notNull(),
    warnings: text('warnings').array().$type<('faint' | 'blurred')[]>().notNull().default([]),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.accountId] })],
)
