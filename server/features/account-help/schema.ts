import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export type ActKind =
  | 'disabled'
  | 'enabled'
  | 'installments stopped'
  | 'link sent'
  | 'one-time password'
  | 'unlocked'
  | 'second factor requested'
  | 'second factor off'
  | 'match undone'
  | 'email change requested'
  | 'email changed'

/** What the staff did for an account, and why. */
export const accountActs = pgTable('account_acts', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  licenseeId: text('licensee_id').notNull(),
  patientId: text('patient_id').notNull(),
  what: text('what').$type<ActKind>().notNull(),
  reason: text('reason').notNull(),
  /** The user name of the member of the staff. */
  doneBy: text('done_by').notNull(),
  doneAt: instant('done_at').notNull(),
})

/** A member of the staff has requested to turn the second factor of an account off; another one confirms it. */
export const secondFactorRemovals = pgTable('second_factor_removals', {
  accountId: number('account_id').primaryKey(),
  requestedBy: number('requested_by').notNull(),
  reason: text('reason').notNull(),
  requestedAt: instant('requested_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})
