import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, number } from './columns.ts'

/** The tables that belong to no feature, as the migrations create them. Those of a feature are in its `schema.ts`. */
export const accounts = pgTable('accounts', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  licenseeId: text('licensee_id').notNull(),
  kind: text('kind').$type<'patient' | 'guardian' | 'admin'>().notNull(),
  login: text('login').notNull(),
  loginKey: text('login_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** As names are compared; null in rows of an earlier version until the portal starts. */
  lastNameKey: text('last_name_key'),
  employeeN: text('employee_n'),
  /** Of an administrator, in the order of `staffRoles` (protocol/principal.ts); null for all others. */
  staffRoles: jsonb('staff_roles').$type<('front desk' | 'records' | 'settings' | 'owner')[]>(),
  mustReset: boolean('must_reset').notNull().default(false),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** The address of a guardian or an administrator; empty for a patient, whose contacts the record server keeps. */
  email: text('email').notNull().default(''),
  /** The birth day of a guardian, `yyyy-MM-dd`; null for a patient. */
  birthDay: date('birth_day', { mode: 'string' }),
  /** Encrypted (see second-factor.ts). Null without a second factor. */
  totpSecret: text('totp_secret'),
  /** The last 30-second step whose code was used, so that no code works twice. */
  totpLastStep: number('totp_last_step'),
  passwordChangedAt: instant('password_changed_at'),
  /** Counts password changes: proof given under an earlier password is no longer valid. */
  passwordVersion: integer('password_version').notNull().default(0),
  /** The end of a one-time password; null for one that its owner has chosen. */
  passwordEndsAt: instant('password_ends_at'),
})

export const passkeys = pgTable('passkeys', {
  id: text('id').primaryKey(),
  accountId: number('account_id').notNull(),
  /** Random, the same for all passkeys of an account; authenticators identify the account by it. */
  userHandle: text('user_handle').notNull(),
  /** As COSE, in base64url; the id is in base64url too. */
  publicKey: text('public_key').notNull(),
  counter: number('counter').notNull(),
  transports: jsonb('transports').$type<string[]>().notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  usedAt: instant('used_at'),
})

/** Invitations to work for a practice; they are made in the portal and by a command of operators. */
export const staffInvitations = pgTable('staff_invitations', {
  tokenHash: text('token_hash').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  roles: jsonb('roles').$type<('front desk' | 'records' | 'settings' | 'owner')[]>().notNull(),
  /** The account of the owner who sent it; null if an operator made it by command. */
  invitedBy: number('invited_by'),
  createdAt: instant('created_at').notNull(),
  endsAt: instant('ends_at').notNull(),
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
    licenseeId: text('licensee_id').notNull(),
    /** Numbers of the portal features that may be used; null for all of them. */
    scope: jsonb('scope').$type<number[]>(),
    endsAt: instant('ends_at'),
    createdBy: number('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.patientId] })],
)

/** Patients whom the practice has disabled, while it is so: nobody can open their record. */
export const disabledPatients = pgTable(
  'disabled_patients',
  {
    licenseeId: text('licensee_id').notNull(),
    patientId: text('patient_id').notNull(),
    disabledAt: instant('disabled_at').notNull(),
    /** The user name of the member of the staff. */
    disabledBy: text('disabled_by').notNull(),
    reason: text('reason').notNull(),
    /** When the record server took it. */
    reportedAt: instant('reported_at'),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.patientId] })],
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
    /** `{ value }`, or null if the setting was reset to the practice's own value or the default. */
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
    /** Of the bytes of an upload; null for actions, and while it runs. */
    fileHash: text('file_hash'),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] })],
)

export const auditLog = pgTable('audit_log', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull().defaultNow(),
  licenseeId: text('licensee_id').notNull(),
  accountId: number('account_id'),
  patientId: text('patient_id'),
  event: text('event').notNull(),
  subject: text('subject').notNull().default(''),
  requestId: text('request_id').notNull().default(''),
  actorKind: text('actor_kind').notNull().default(''),
  /** The login of the person who acted, or the login that was entered. */
  actor: text('actor').notNull().default(''),
  address: text('address').notNull().default(''),
  /** `ok`, or the code of the failure. */
  outcome: text('outcome').notNull().default('ok'),
  transmitTo: text('transmit_to').notNull().default(''),
  transmitStatus: text('transmit_status').notNull().default(''),
  /** What a change of a setting replaced and by what, whom a list showed, why, or which document; as JSON. */
  detail: text('detail').notNull().default(''),
  /** Of how many tries the row tells: refused ones of a minute are counted. */
  tries: integer('tries').notNull().default(1),
})

export const refusedTries = pgTable(
  'refused_tries',
  {
    licenseeId: text('licensee_id').notNull(),
    minute: instant('minute').notNull(),
    /** A hash of what makes tries the same. */
    key: text('key').notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The first of them, as a row of the audit log. */
    noted: jsonb('noted').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.minute, table.key] })],
)

export const flows = pgTable('flows', {
  idHash: text('id_hash').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  purpose: text('purpose').notNull(),
  step: text('step').notNull(),
  subject: jsonb('subject').notNull(),
  codeHash: text('code_hash'),
  codeEndsAt: instant('code_ends_at'),
  codeTries: integer('code_tries').notNull().default(0),
  codeSends: integer('code_sends').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})

export const outboxMessages = pgTable('outbox', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  channel: text('channel').$type<'mail' | 'sms'>().notNull(),
  /** Encrypted. */
  recipient: text('recipient').notNull(),
  /** The keyed hash of the recipient; null in rows of an earlier version until the portal starts. */
  recipientKey: text('recipient_key'),
  subject: text('subject').notNull().default(''),
  body: text('body').notNull(),
  /** Null in text messages, once sent, and in mails of an earlier version. */
  html: text('html'),
  state: text('state').$type<'waiting' | 'sending' | 'sent' | 'given up'>().notNull(),
  tries: integer('tries').notNull().default(0),
  /** For messages without a job, which portal 0.3 kept; only their attempts are counted here. */
  nextTryAt: instant('next_try_at'),
  notAfter: instant('not_after').notNull(),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})

export const accessLinks = pgTable('capabilities', {
  tokenHash: text('token_hash').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  purpose: text('purpose').notNull(),
  /** Identifies the subject, to find the links that were issued for it. */
  subjectKey: text('subject_key').notNull(),
  subject: jsonb('subject').notNull(),
  /** Null for unlimited uses. */
  usesLeft: integer('uses_left'),
  createdAt: instant('created_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})

export const failedLookups = pgTable(
  'failed_lookups',
  {
    licenseeId: text('licensee_id').notNull(),
    hour: instant('hour').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.hour] })],
)

/** Counted by rate-limiter-flexible, which names the columns. */
export const limitedTries = pgTable('limited_tries', {
  /** The limit and the keyed hash of what is counted. */
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  expire: instant('expire'),
})

/** Width and height of a picture, in px of which 96 are an inch. */
export interface PictureSize {
  width: number
  height: number
}

/** The logo that a practice has uploaded. All pictures are null after it was removed; the version goes on. */
export const practiceLogos = pgTable('practice_logos', {
  licenseeId: text('licensee_id').primaryKey(),
  version: integer('version').notNull(),
  header: bytes('header'),
  print: bytes('print'),
  mail: bytes('mail'),
  sizes: jsonb('sizes').$type<Record<'header' | 'print' | 'mail', PictureSize>>(),
  changedBy: text('changed_by').notNull(),
  changedAt: instant('changed_at').notNull(),
})

/** What somebody has begun to write to the office or to others, each of them one person's. */
export const messageDrafts = pgTable(
  'message_drafts',
  {
    accountId: number('account_id').notNull(),
    licenseeId: text('licensee_id').notNull(),
    patientId: text('patient_id').notNull(),
    id: text('id').notNull(),
    /** The id of a way to write. */
    way: text('way').notNull().default('office'),
    replyTo: text('reply_to'),
    content: text('content').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.licenseeId, table.patientId, table.id] })],
)
