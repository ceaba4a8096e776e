import { pgTable, text } from 'drizzle-orm/pg-core'
import { number } from '../../db/columns.ts'

export const messagePlaces = pgTable('message_places', {
  licenseeId: text('licensee_id').primaryKey(),
  place: text('place').notNull(),
})

export const messageNotices = pgTable('message_notices', {
  accountId: number('account_id').primaryKey(),
})
