import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const number = (name: string) => bigint(name, { mode: 'number' })

/** The tables of the portal, as the migrations create them. Each is read and written by one store only. */
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
    startedAt: instant('started_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] })],
)

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
})

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

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: number('account_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

export const outboxMessages = pgTable('outbox', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  channel: text('channel').$type<'mail' | 'sms'>().notNull(),
  recipient: text('recipient').notNull(),
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

export const unsentReviews = pgTable('unsent_reviews', {
  licenseeId: text('licensee_id').notNull(),
  appointmentId: text('appointment_id').notNull(),
  stars: integer('stars').notNull(),
  comments: text('comments').notNull(),
  keptAt: instant('kept_at').notNull(),
  /** For rows without a job, which portal 0.3 kept: jobs leave them alone until then. */
  nextTryAt: instant('next_try_at'),
})

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

export const enteredCards = pgTable(
  'entered_cards',
  {
    licenseeId: text('licensee_id').notNull(),
    payer: text('payer').notNull(),
    /** Encrypted, as the token. */
    session: text('session').notNull(),
    pageUrl: text('page_url').notNull(),
    token: text('token'),
    brand: text('brand').notNull().default(''),
    lastFour: text('last_four').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.payer] })],
)

export const openedCards = pgTable('opened_cards', {
  licenseeId: text('licensee_id').notNull(),
  payer: text('payer').notNull(),
  patientId: text('patient_id').notNull(),
  network: text('network'),
  openedAt: instant('opened_at').notNull(),
})

export const payments = pgTable('payments', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  patientId: text('patient_id').notNull(),
  payer: text('payer').notNull(),
  accountId: number('account_id'),
  state: text('state')
    .$type<'created' | 'sent' | 'unknown' | 'approved' | 'posted' | 'reversing' | 'refunded' | 'declined'>()
    .notNull(),
  amountCents: integer('amount_cents').notNull(),
  card: text('card').notNull(),
  transactionId: text('transaction_id'),
  /** The processor's; null if it never received the payment. */
  declineReason: text('decline_reason'),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
  /** When the processor was last asked about a posted payment. */
  lookedUpAt: instant('looked_up_at'),
  /** An opaque name of the network address; null for payments of the portal itself. */
  network: text('network'),
  /** When the processor first did not confirm a posted payment. */
  unconfirmedSince: instant('unconfirmed_since'),
  /** The address that was entered for the receipt notice, until that is on its way. */
  receiptTo: text('receipt_to'),
  /** Of the portal, for the link in the receipt notice; null for guests, who have no link. */
  origin: text('origin'),
  receiptNoticedAt: instant('receipt_noticed_at'),
  /** The states after the first one; without those that a process of an earlier version stored. */
  history: jsonb('history').$type<{ state: string; at: string }[]>().notNull().default([]),
  /** How often the processor was asked for the end without an answer, and when last. */
  unanswered: integer('unanswered').notNull().default(0),
  unansweredAt: instant('unanswered_at'),
  /** What the receipt names. Encrypted; null for payments before portal 0.6. */
  receiptDetails: text('receipt_details'),
})

export const paymentCharges = pgTable(
  'payment_charges',
  {
    paymentId: text('payment_id').notNull(),
    licenseeId: text('licensee_id').notNull(),
    billId: text('bill_id').notNull(),
    /** `yyyy-MM-dd`. */
    day: date('day', { mode: 'string' }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** What the patient owed before; null for payments before portal 0.5. */
    owedCents: integer('owed_cents'),
  },
  (table) => [primaryKey({ columns: [table.paymentId, table.billId] })],
)

export const paymentContradictions = pgTable(
  'payment_contradictions',
  {
    licenseeId: text('licensee_id').notNull(),
    /** The id of a payment or of an agreement to installments. */
    subject: text('subject').notNull(),
    kind: text('kind')
      .$type<
        | 'no transaction'
        | 'declined with a transaction'
        | 'other sum'
        | 'charge paid twice'
        | 'not confirmed'
        | 'installment without a payment'
        | 'installment charged twice'
        | 'installment without an end'
        | 'agreement and installments'
      >()
      .notNull(),
    patientId: text('patient_id').notNull(),
    detectedAt: instant('detected_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.subject, table.kind] })],
)

export const billNotices = pgTable('bill_notices', {
  licenseeId: text('licensee_id').primaryKey(),
  lastBill: text('last_bill').notNull(),
  lastChange: text('last_change'),
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

export const invoices = pgTable(
  'invoices',
  {
    licenseeId: text('licensee_id').notNull(),
    number: text('number').notNull(),
    patientId: text('patient_id').notNull(),
    payer: text('payer').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Encrypted. */
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    loggedAt: instant('logged_at'),
    kind: text('kind').$type<'invoice' | 'statement'>().notNull().default('invoice'),
    contentKey: text('content_key'),
    printedAt: instant('printed_at'),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.number] })],
)

export const installmentPlans = pgTable('installment_plans', {
  id: text('id').primaryKey(),
  licenseeId: text('licensee_id').notNull(),
  patientId: text('patient_id').notNull(),
  payer: text('payer').notNull(),
  accountId: number('account_id').notNull(),
  /** The processor's number of the saved card. */
  cardId: text('card_id').notNull(),
  brand: text('brand').notNull(),
  lastFour: text('last_four').notNull(),
  billIds: jsonb('bill_ids').$type<string[]>().notNull(),
  state: text('state').$type<'running' | 'ended' | 'stopped'>().notNull(),
  stoppedBy: text('stopped_by').$type<'payer' | 'access' | 'card' | 'declined' | 'refunded'>(),
  agreedAt: instant('agreed_at').notNull(),
  changedAt: instant('changed_at').notNull(),
  /** Of the portal, for links in emails; null in plans of an earlier version. */
  origin: text('origin'),
})

export const installments = pgTable(
  'installments',
  {
    planId: text('plan_id').notNull(),
    number: integer('number').notNull(),
    /** `yyyy-MM-dd`, as agreed; a later day if it was missed. */
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text('state')
      .$type<'waiting' | 'paying' | 'paid' | 'refunded' | 'declined' | 'stopped' | 'not owed'>()
      .notNull(),
    /** Null once the reminder was sent. */
    remindAt: instant('remind_at'),
    tryAt: instant('try_at').notNull(),
    /** The number of payments that charged nothing. */
    attempts: integer('attempts').notNull().default(0),
    declines: integer('declines').notNull().default(0),
    paidCents: integer('paid_cents'),
  },
  (table) => [primaryKey({ columns: [table.planId, table.number] })],
)

export const messagePlaces = pgTable('message_places', {
  licenseeId: text('licensee_id').primaryKey(),
  place: text('place').notNull(),
})

export const messageNotices = pgTable('message_notices', {
  accountId: number('account_id').primaryKey(),
})
