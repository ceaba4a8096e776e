import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

export const unsentReviews = pgTable('unsent_reviews', {
  licenseeId: text('licensee_id').notNull(),
  appointmentId: text('appointment_id').notNull(),
  stars: integer('stars').notNull(),
  comments: text('comments').notNull(),
  keptAt: instant('kept_at').notNull(),
  /** For rows without a job, which portal 0.3 kept: jobs leave them alone until then. */
  nextTryAt: instant('next_try_at'),
})
