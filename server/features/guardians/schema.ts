import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const invitations = pgTable('invitations', {
  tokenHash: text('token_hash').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  invitedBy: number('invited_by').notNull(),
  patientId: text('patient_id').notNull(),
  emrId: text('emr_id').notNull(),
  patientFirstName: text('patient_first_name').notNull(),
  patientLastName: text('patient_last_name').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  birthDay: date('birth_day', { mode: 'string' }).notNull(),
  relation: text('relation').notNull(),
  email: text('email').notNull(),
  scope: jsonb('scope').$type<number[]>(),
  accessEndsAt: instant('access_ends_at'),
  createdAt: instant('created_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})
