import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, number } from '../../db/columns.ts'

export const messagePlaces = pgTable('message_places', {
  licenseeId: text('licensee_id').primaryKey(),
  place: text('place').notNull(),
})

export const messageNotices = pgTable('message_notices', {
  accountId: number('account_id').primaryKey(),
  /** Scheme, host and port of the portal, for the link in the e-mails. */
  origin: text('origin'),
  linkHash: text('link_hash'),
})

/** Messages that the record server does not have yet. */
export const outgoingMessages = pgTable('outgoing_messages', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id').notNull(),
  patientId: text('patient_id').notNull(),
  state: text('state').$type<'sending' | 'failed'>().notNull(),
  reason: text('reason').$type<'unreachable' | 'unconfirmed' | 'refused' | 'gone' | 'ended'>(),
  content: text('content').notNull(),
  writtenAt: instant('written_at').notNull(),
})

/** Files that people attach to messages, each of them one person's. */
export const messageFiles = pgTable(
  'message_files',
  {
    accountId: number('account_id').notNull(),
    licenseeId: text('licensee_id').notNull(),
    patientId: text('patient_id').notNull(),
    draftId: text('draft_id').notNull(),
    id: text('id').notNull(),
    outgoingId: text('outgoing_id'),
    name: text('name').notNull(),
    type: text('type').notNull(),
    bytes: integer('bytes').notNull(),
    content: bytes('content').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.licenseeId, table.patientId, table.draftId, table.id] })],
)
