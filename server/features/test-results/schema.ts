import { pgTable } from 'drizzle-orm/pg-core'
import { number } from '../../db/columns.ts'

/** People who chose not to see new results before their physician has reviewed them. */
export const resultWaits = pgTable('result_waits', { accountId: number('account_id').primaryKey() })
