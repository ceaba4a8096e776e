import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const number = (name: string) => bigint(name, { mode: 'number' })

/** The tables of the portal, as the migrations make them. Each is read and written by one store only. */
export const accounts = pgTable('accounts', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  licenseeId: text('licensee_id').notNull(),
  kind: text('kind').$type<'patient' | 'guardian' | 'admin'>().notNull(),
  login: text('login').notNull(),
  loginKey: text('login_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  employeeN: text('employee_n'),
  mustReset: boolean('must_reset').notNull().default(false),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const authorisations = pgTable(
  'authorisations',
  {
    accountId: number('account_id').notNull(),
    patientId: text('patient_id').notNull(),
    emrId: text('emr_id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    relation: text('relation').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.patientId] })],
)

export const sessions = pgTable('sessions', {
  idHash: text('id_hash').primaryKey(),
  licenseeId: text('licensee_id'),
  accountId: number('account_id'),
  content: jsonb('content').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastActivityAt: instant('last_activity_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})

export const settingValues = pgTable(
  'setting_values',
  {
    licenseeId: text('licensee_id').notNull(),
    name: text('name').notNull(),
    /** `{ value }`, or null: back at the practice's own value or the default. */
    value: jsonb('value'),
    version: integer('version').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.name] })],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    action: text('action').notNull(),
    inputHash: text('input_hash').notNull(),
    /** null while the action runs. */
    effects: jsonb('effects'),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] })],
)

export const holds = pgTable('holds', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id').notNull(),
  patientId: text('patient_id').notNull(),
  /** The record server's name for the hold. */
  slotId: text('slot_id').notNull(),
  mode: text('mode').$type<'inoffice' | 'telederm'>().notNull(),
  providerId: text('provider_id').notNull(),
  facilityId: text('facility_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  minutes: integer('minutes').notNull(),
  /** What the confirmation shows: names, zone, type. */
  details: jsonb('details').notNull(),
  state: text('state').$type<'held' | 'booking' | 'booked' | 'released'>().notNull(),
  appointmentId: text('appointment_id'),
  endsAt: instant('ends_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})

export const auditLog = pgTable('audit_log', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull().defaultNow(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id'),
  patientId: text('patient_id'),
  event: text('event').notNull(),
  subject: text('subject').notNull().default(''),
  requestId: text('request_id').notNull().default(''),
})
