import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const staffChanges = pgTable('staff_changes', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id').notNull(),
  at: instant('at').notNull(),
  /** The member's own account where they joined. */
  changedBy: number('changed_by').notNull(),
  what: text('what')
    .$type<'joined' | 'roles' | 'ended' | 'restored' | 'second factor off' | 'password link'>()
    .notNull(),
  /** The roles since then, where they changed. */
  roles: jsonb('roles').$type<('front desk' | 'records' | 'settings' | 'owner')[]>(),
  reason: text('reason').notNull().default(''),
})
