import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

/** Each time a member of the staff opened the account of a patient to look at it, and why. Rows are never changed. */
export const accountViews = pgTable('account_views', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  licenseeId: text('licensee_id').notNull(),
  patientId: text('patient_id').notNull(),
  /** The user name of the member of the staff. */
  viewedBy: text('viewed_by').notNull(),
  reason: text('reason').notNull(),
  beganAt: instant('began_at').notNull(),
})
