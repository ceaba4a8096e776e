import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

/** What patients did that wants a person of the practice. */
export const staffTasks = pgTable('staff_tasks', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  licenseeId: text('licensee_id').notNull(),
  /** As in practice/staff-tasks.ts. */
  kind: text('kind')
    .$type<'waiting' | 'cancelled' | 'change' | 'upload' | 'payment' | 'undelivered' | 'export'>()
    .notNull(),
  key: text('key').notNull(),
  patientId: text('patient_id'),
  /** Encrypted. */
  detail: text('detail').notNull(),
  createdAt: instant('created_at').notNull(),
  /** A user name. */
  takenBy: text('taken_by'),
  takenAt: instant('taken_at'),
  /** A user name; empty if it ended by itself. */
  doneBy: text('done_by'),
  doneAt: instant('done_at'),
})
