import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { enteredCards, openedCards, paymentCharges, payments } from './schema.ts'
import type { PendingPart } from '../../practice/billing/charges.rules.ts'
import { latestStamp } from '../../protocol/latest-stamp.ts'
import type { PatientKey } from '../../protocol/principal.ts'
import {
  paymentTransitions,
  pendingStates,
  shownToStaffFrom,
  staffStates,
  unresolvedStates,
  type PaymentEvent,
  type PaymentState,
} from './payment-states.rules.ts'
import { areTooMany, declineLimits } from './payment-limits.rules.ts'
import { countDeclines } from './payment-limits.store.ts'
import { movedBy } from './transition.store.ts'

/** A part of a payment: what it pays of one charge. */
export interface PaidCharge {
  billId: string
  /** The day of service, `yyyy-MM-dd`. */
  day: string
  amountCents: number
  /** What the patient owed for it before. */
  owedCents: number | null
}

export interface Payment {
  /** The reference at the card processor and at the record server. */
  id: string
  licenseeId: string
  patientId: string
  /** Who pays: the owner of the topics of an account or a guest. */
  payer: string
  accountId: number | null
  state: PaymentState
  amountCents: number
  /** `Visa ending in 1111`. */
  card: string
  transactionId: string | null
  /** The processor's; null if it never received the payment. */
  declineReason: string | null
  createdAt: Date
  changedAt: Date
  /** What its receipt names, encrypted; null for payments before portal 0.6. */
  receiptDetails: string | null
}

export type NewPayment = Omit<Payment, 'state' | 'transactionId' | 'declineReason' | 'changedAt'> & {
  charges: readonly PaidCharge[]
  /** An opaque name of the network address; null if the portal pays by itself, which tries no cards out. */
  network: string | null
  /** The e-mail address that was entered for the receipt notice. */
  receiptTo: string | null
  /** Of the portal, for the link in that notice; null for guests, and in plans of an earlier version. */
  origin: string | null
}

/**
 * `pending`: what the pending payments of the same patient take. `taken`: a charge is being paid already. `tooMany`: too
 * many cards of the payer, the patient or the network were declined.
 */
export type Insertion = { outcome: 'stored'; pending: readonly PendingPart[] } | { outcome: 'taken' | 'tooMany' }

/**
 * Stores a payment before anything is charged, or nothing. The payments of a patient are stored one after the other: of
 * two at once, the second one counts the first.
 */
export async function insertPayment(db: Db, { charges, ...payment }: NewPayment): Promise<Insertion> {
  const { id: paymentId, licenseeId, patientId, createdAt } = payment
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${licenseeId}:${patientId}`}, 0))`)
    const pending = await pendingParts(tx, { licenseeId, patientId })
    const taken = new Set(pending.map(({ billId }) => billId))
    if (charges.some(({ billId }) => taken.has(billId))) return { outcome: 'taken' }
    const isByPerson = payment.network !== null
    if (isByPerson && areTooMany(await countDeclines(tx, payment, createdAt), declineLimits))
      return { outcome: 'tooMany' }
    await tx.insert(payments).values({ ...payment, state: 'created', changedAt: createdAt })
    await tx.insert(paymentCharges).values(charges.map((charge) => ({ ...charge, paymentId, licenseeId })))
    return { outcome: 'stored', pending }
  })
}

interface Change {
  id: string
  event: PaymentEvent
  at: Date
  transactionId?: string
  declineReason?: string
}

/** After these there is no receipt notice, and the address for it is deleted. */
const unpaidEvents: readonly PaymentEvent[] = ['withdraw', 'miss', 'decline', 'refund']

/** Moves a payment in one statement. Returns its new state; undefined if the event changes nothing in its state. */
export async function movePayment(db: Db, { id, event, at, ...rest }: Change): Promise<PaymentState | undefined> {
  const { isMoved, state } = movedBy(payments.state, paymentTransitions, event)
  const history = sql`${payments.history} || jsonb_build_array(
    jsonb_build_object('state', (${state})::text, 'at', ${at.toISOString()}::text))`
  const moved = await db
    .update(payments)
    .set({ state, changedAt: at, history, ...rest, ...(unpaidEvents.includes(event) ? { receiptTo: null } : {}) })
    .where(and(eq(payments.id, id), isMoved))
    .returning({ state: payments.state })
  return moved.at(0)?.state
}

/** Whether a payment could not be moved because another one has its transaction; drizzle wraps the driver's error. */
export function isTransactionOfOther(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'payments_transactions'
}

export async function readPayment(db: Db, id: string): Promise<Payment | undefined> {
  return (await db.select().from(payments).where(eq(payments.id, id))).at(0)
}

const hasOpenNotice = (id: string) =>
  and(eq(payments.id, id), isNull(payments.receiptNoticedAt), inArray(payments.state, ['approved', 'posted']))

/** What the receipt notice of a paid payment is made of; undefined if it was taken, or the payment was refunded. */
export async function openReceiptNotice(db: Db, id: string) {
  const { licenseeId, accountId, receiptTo, origin, network } = payments
  const rows = await db
    .select({ licenseeId, accountId, receiptTo, origin, network })
    .from(payments)
    .where(hasOpenNotice(id))
  return rows.at(0)
}

/** Deletes the entered address. Returns false if the notice was taken already. */
export async function takeReceiptNotice(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const taken = await db
    .update(payments)
    .set({ receiptNoticedAt: at, receiptTo: null })
    .where(hasOpenNotice(id))
    .returning({ id: payments.id })
  return taken.length > 0
}

export function chargesOfPayment(db: Db, id: string): Promise<PaidCharge[]> {
  const { billId, day, amountCents, owedCents, paymentId } = paymentCharges
  return db
    .select({ billId, day, amountCents, owedCents })
    .from(paymentCharges)
    .where(eq(paymentId, id))
    .orderBy(day, billId)
}

/** The payments of a patient that took money or may, the latest first. */
export function paymentsOf(db: Db, { licenseeId, patientId }: PatientKey): Promise<Payment[]> {
  const shown = ne(payments.state, 'declined')
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.licenseeId, licenseeId), eq(payments.patientId, patientId), shown))
    .orderBy(desc(payments.createdAt))
}

/** What the pending payments of a patient take, by charge. */
export function pendingParts(db: Db, { licenseeId, patientId }: PatientKey): Promise<PendingPart[]> {
  const { billId, amountCents, owedCents, paymentId } = paymentCharges
  const isPending = inArray(payments.state, [...pendingStates])
  return db
    .select({ billId, amountCents, owedCents })
    .from(paymentCharges)
    .innerJoin(payments, eq(payments.id, paymentId))
    .where(and(eq(payments.licenseeId, licenseeId), eq(payments.patientId, patientId), isPending))
}

/**
 * Corrects what was stamped before the clock was set back: unresolved payments would be looked up only when it has caught
 * up, and limits would last as long.
 */
export async function correctPayments(db: Db, { licenseeId, at }: { licenseeId: string; at: Date }): Promise<void> {
  const latest = latestStamp(at)
  const { changedAt, lookedUpAt } = payments
  const isOwn = eq(payments.licenseeId, licenseeId)
  await db
    .update(payments)
    .set({ changedAt: at })
    .where(and(isOwn, gt(changedAt, latest)))
  await db
    .update(payments)
    .set({ lookedUpAt: at })
    .where(and(isOwn, gt(lookedUpAt, latest)))
  for (const { table, column } of [
    { table: openedCards, column: openedCards.openedAt },
    { table: enteredCards, column: enteredCards.openedAt },
  ])
    await db
      .update(table)
      .set({ openedAt: at })
      .where(and(eq(table.licenseeId, licenseeId), gt(column, latest)))
}

/** The unresolved payments that no request is working on: it was killed, or the processor did not answer. */
export function paymentsToResolve(
  db: Db,
  { licenseeId, before }: { licenseeId: string; before: Date },
): Promise<Payment[]> {
  const isUnresolved = inArray(payments.state, [...unresolvedStates])
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.licenseeId, licenseeId), isUnresolved, lte(payments.changedAt, before)))
    .orderBy(payments.createdAt)
}

interface Watched {
  licenseeId: string
  /** Paid since then. */
  since: Date
  /** Not looked up since then. */
  before: Date
  most: number
}

/** Posted payments that the office may have refunded; those that were not looked up for the longest time first. */
export function paymentsToWatch(db: Db, { licenseeId, since, before, most }: Watched): Promise<Payment[]> {
  const isDue = or(isNull(payments.lookedUpAt), lte(payments.lookedUpAt, before))
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.licenseeId, licenseeId), eq(payments.state, 'posted'), gt(payments.createdAt, since), isDue))
    .orderBy(sql`${payments.lookedUpAt} asc nulls first`, payments.createdAt)
    .limit(most)
}

interface Lookup {
  id: string
  at: Date
  isConfirmed: boolean
}

export async function noteLookup(db: Db, { id, at, isConfirmed }: Lookup): Promise<void> {
  const unconfirmedSince = isConfirmed
    ? null
    : sql`coalesce(${payments.unconfirmedSince}, ${at.toISOString()}::timestamptz)`
  await db.update(payments).set({ lookedUpAt: at, unconfirmedSince }).where(eq(payments.id, id))
}

/** A payment as staff sees it. */
export interface OpenPayment extends Payment {
  /** The states after the first one, in order; without those that a process of an earlier version stored. */
  history: { state: string; at: string }[]
  /** How often the processor was asked for its end without an answer, and when last. */
  unanswered: number
  unansweredAt: Date | null
  /** Null if the portal pays by itself. */
  network: string | null
}

export interface OpenPayments {
  /** The latest first. */
  payments: OpenPayment[]
  /** When the next one is shown, unless it ends before. */
  nextAt: Date | undefined
}

/** The payments of a practice whose end is unknown, or that the record server has not credited or reversed for too long. */
export async function openPayments(
  db: Db,
  { licenseeId, now }: { licenseeId: string; now: Date },
): Promise<OpenPayments> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.licenseeId, licenseeId), inArray(payments.state, [...staffStates])))
    .orderBy(desc(payments.createdAt))
  const later = rows.map(shownToStaffFrom).filter((from) => from > now)
  return {
    payments: rows.filter((payment) => shownToStaffFrom(payment) <= now),
    nextAt: later.toSorted((one, other) => one.getTime() - other.getTime()).at(0),
  }
}

/** Notes that the processor was asked for the end of a payment and did not answer. */
export async function noteUnanswered(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .update(payments)
    .set({ unanswered: sql`${payments.unanswered} + 1`, unansweredAt: at })
    .where(eq(payments.id, id))
}

/** A card of one person at the processor's page. `token` is null until its number was entered; encrypted, as `session`. */
export type EnteredCardRow = typeof enteredCards.$inferSelect

export interface Payer {
  licenseeId: string
  payer: string
}

/** Who enters a card, and in which session: a card that was entered ends with it. */
export interface CardPlace extends Payer {
  /** Of a guest the id, which is the session's too. */
  sessionHash: string
}

const isOf = ({ licenseeId, payer, sessionHash }: CardPlace) =>
  and(eq(enteredCards.licenseeId, licenseeId), eq(enteredCards.payer, payer), eq(enteredCards.sessionHash, sessionHash))

export async function readEnteredCard(db: Db, place: CardPlace): Promise<EnteredCardRow | undefined> {
  return (await db.select().from(enteredCards).where(isOf(place))).at(0)
}

/** Replaces an earlier one of this session. */
export async function keepOpenedCard(
  db: Db,
  opened: CardPlace & Pick<EnteredCardRow, 'session' | 'pageUrl' | 'openedAt'>,
): Promise<void> {
  const fresh = { ...opened, token: null, brand: '', lastFour: '' }
  await db
    .insert(enteredCards)
    .values(fresh)
    .onConflictDoUpdate({ target: [enteredCards.licenseeId, enteredCards.payer, enteredCards.sessionHash], set: fresh })
}

export async function keepToken(
  db: Db,
  {
    token,
    brand,
    lastFour,
    session,
    ...place
  }: CardPlace & { session: string; token: string; brand: string; lastFour: string },
): Promise<void> {
  await db
    .update(enteredCards)
    .set({ token, brand, lastFour })
    .where(and(isOf(place), eq(enteredCards.session, session)))
}

export async function forgetEnteredCard(db: Db, place: CardPlace): Promise<void> {
  await db.delete(enteredCards).where(isOf(place))
}

export async function forgetOldCards(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(enteredCards).where(lt(enteredCards.openedAt, before))
}

export async function forgetOpenings(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(openedCards).where(lt(openedCards.openedAt, before))
}
