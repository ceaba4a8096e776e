import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const passkeys = pgTable('passkeys', {
  id: text('id').primaryKey(),
  accountId: number('account_id').notNull(),
  /** Random, the same for all passkeys of an account; authenticators identify the account by it. */
  userHandle: text('user_handle').notNull(),
  /** As COSE, in base64url; the id is in base64url too. */
  publicKey: text('public_key').notNull(),
  counter: number('counter').notNull(),
  transports: jsonb('transports').$type<string[]>().notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  usedAt: instant('used_at'),
})
