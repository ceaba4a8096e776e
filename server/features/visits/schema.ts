import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const visits = pgTable('visits', {
  room: text('room').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  appointmentId: text('appointment_id').notNull(),
  patientId: text('patient_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  minutes: integer('minutes').notNull(),
  /** No one can join from then on. */
  closesAt: instant('closes_at').notNull(),
  origin: text('origin').notNull(),
  endedAt: instant('ended_at'),
})

export const visitEvents = pgTable('visit_news', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  room: text('room').notNull(),
  what: text('what').$type<'link' | 'entered' | 'left' | 'ended'>().notNull(),
  role: text('role').$type<'guest' | 'host'>().notNull(),
  at: instant('at').notNull(),
  /** For events without a job, which portal 0.3 kept. */
  nextTryAt: instant('next_try_at'),
  /** When the record server received the event, or the portal gave up sending it. */
  heardAt: instant('heard_at'),
})
