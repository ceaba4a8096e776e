import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

/** People who chose not to see new results before their physician has reviewed them. */
export const resultWaits = pgTable('result_waits', { accountId: number('account_id').primaryKey() })

/** Results that were opened here while the record server could not be told. */
export const openedResults = pgTable(
  'opened_results',
  {
    licenseeId: text('licensee_id').notNull(),
    patientId: text('patient_id').notNull(),
    resultId: text('result_id').notNull(),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.patientId, table.resultId] })],
)
