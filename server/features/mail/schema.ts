import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, number } from '../../db/columns.ts'

export const externalMails = pgTable('external_mails', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id').notNull(),
  patientId: text('patient_id').notNull(),
  /** This and the next two as in mail.rules.ts. */
  way: text('way').$type<'simple' | 'secure' | 'direct'>().notNull(),
  state: text('state').$type<'waiting' | 'sent' | 'delivered' | 'dispatched' | 'failed' | 'withdrawn'>().notNull(),
  reason: text('reason').$type<
    'unavailable' | 'uncertain' | 'refused' | 'ended' | 'certificate' | 'undelivered' | 'silent'
  >(),
  content: text('content').notNull(),
  writtenAt: instant('written_at').notNull(),
  changedAt: instant('changed_at').notNull(),
  /** Of secure mail only. */
  expiresAt: instant('expires_at'),
  readAt: instant('read_at'),
})

export const externalMailFiles = pgTable(
  'external_mail_files',
  {
    mailId: text('mail_id').notNull(),
    id: integer('id').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailId, table.id] })],
)

export const mailWarnings = pgTable('mail_warnings', { accountId: number('account_id').primaryKey() })

export const externalMailLinks = pgTable('external_mail_links', {
  tokenHash: text('token_hash').primaryKey(),
  mailId: text('mail_id').notNull(),
  number: integer('number').notNull(),
  usedAt: instant('used_at'),
})
