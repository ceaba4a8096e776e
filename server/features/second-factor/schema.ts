import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: number('account_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)
