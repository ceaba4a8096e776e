import { date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const holds = pgTable('holds', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id').notNull(),
  patientId: text('patient_id').notNull(),
  /** The record server's id of the hold. */
  slotId: text('slot_id').notNull(),
  mode: text('mode').$type<'inoffice' | 'telederm'>().notNull(),
  providerId: text('provider_id').notNull(),
  facilityId: text('facility_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  minutes: integer('minutes').notNull(),
  /** What the confirmation shows: names, time zone, type. */
  details: jsonb('details').notNull(),
  state: text('state').$type<'held' | 'booking' | 'booked' | 'released'>().notNull(),
  appointmentId: text('appointment_id'),
  endsAt: instant('ends_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})

export const waitingList = pgTable('waiting_list', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id').notNull(),
  patientId: text('patient_id').notNull(),
  mode: text('mode').$type<'inoffice' | 'telederm'>().notNull(),
  typeId: text('type_id').notNull(),
  /** Empty for any provider; the facility likewise. */
  providerId: text('provider_id').notNull(),
  facilityId: text('facility_id').notNull(),
  untilDay: date('until_day', { mode: 'string' }).notNull(),
  /** What the message shows (names, time zone) and the targets of its links. */
  details: jsonb('details').notNull(),
  /** Ids of the times that the person was notified of already. */
  notified: jsonb('told').$type<string[]>().notNull(),
  notifiedAt: instant('told_at'),
  offer: jsonb('offer'),
  offerKey: text('offer_key'),
  offerEndsAt: instant('offer_ends_at'),
  createdAt: instant('created_at').notNull(),
})
