import { date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, number } from '../../db/columns.ts'

export const enteredCards = pgTable(
  'entered_cards',
  {
    licenseeId: text('licensee_id').notNull(),
    payer: text('payer').notNull(),
    /** The portal's session in which it was opened, hashed: no other uses it. */
    sessionHash: text('session_hash').notNull(),
    /** That of the processor. Encrypted, as the token. */
    session: text('session').notNull(),
    pageUrl: text('page_url').notNull(),
    token: text('token'),
    brand: text('brand').notNull().default(''),
    lastFour: text('last_four').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenseeId, table.payer, table.sessionHash] })],
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
  stoppedBy: text('stopped_by').$type<'payer' | 'access' | 'card' | 'declined' | 'refunded' | 'office'>(),
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
