import { pgTable, text } from 'drizzle-orm/pg-core'

export const billNotices = pgTable('bill_notices', {
  licenseeId: text('licensee_id').primaryKey(),
  lastBill: text('last_bill').notNull(),
  lastChange: text('last_change'),
})
