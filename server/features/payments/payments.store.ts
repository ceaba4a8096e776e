import { and, desc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { enteredCards, paymentCharges, payments } from '../../db/schema.ts'

/** `created` → `sent` → `approved`, `declined` or `unknown`; `unknown` is looked up; `approved` → `settled`. */
export type PaymentState = (typeof payments.$inferSelect)['state']
/** Its charges can be paid by nobody else. */
const underWay: PaymentState[] = ['created', 'sent', 'unknown', 'approved']

/** A part of a payment: what it pays of one charge. */
export interface PaidCharge {
  billId: string
  /** The day of service, `yyyy-MM-dd`. */
  day: string
  amountCents: number
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
  /** What the processor said when it declined; null if it never received the payment. */
  refusal: string | null
  createdAt: Date
  changedAt: Date
}

export type NewPayment = Omit<Payment, 'state' | 'transactionId' | 'refusal' | 'changedAt'> & {
  charges: readonly PaidCharge[]
}

interface Of {
  licenseeId: string
  patientId: string
}

/**
 * Stores a payment before anything is charged. Returns how much the payments of the same patient that were stored before
 * may still take, in cents; undefined, and stores nothing, if a charge is being paid already. The payments of a patient
 * are stored one after the other: of two at once, the second one counts the first.
 */
export async function insertPayment(db: Db, { charges, ...payment }: NewPayment): Promise<number | undefined> {
  const { id: paymentId, licenseeId, patientId, createdAt } = payment
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${licenseeId}:${patientId}`}, 0))`)
      await tx.insert(payments).values({ ...payment, state: 'created', changedAt: createdAt })
      const made = await tx
        .insert(paymentCharges)
        .values(charges.map((charge) => ({ ...charge, paymentId, licenseeId, isOpen: true })))
        .onConflictDoNothing()
        .returning({ billId: paymentCharges.billId })
      if (made.length < charges.length) throw new Taken()
      return centsUnderWay(tx, { licenseeId, patientId, besides: paymentId })
    })
  } catch (error) {
    if (error instanceof Taken) return undefined
    throw error
  }
}

/** Undoes the transaction. */
class Taken extends Error {}

interface Change {
  id: string
  from: readonly PaymentState[]
  to: PaymentState
  at: Date
  transactionId?: string
  refusal?: string
}

/** Returns false if the payment is in none of the states `from`. The end of a payment releases its charges. */
export async function movePayment(db: Db, { id, from, to, at, ...rest }: Change): Promise<boolean> {
  const moved = await db
    .update(payments)
    .set({ state: to, changedAt: at, ...rest })
    .where(and(eq(payments.id, id), inArray(payments.state, [...from])))
    .returning({ id: payments.id })
  if (moved.length === 0) return false
  if (!underWay.includes(to))
    await db.update(paymentCharges).set({ isOpen: false }).where(eq(paymentCharges.paymentId, id))
  return true
}

export async function readPayment(db: Db, id: string): Promise<Payment | undefined> {
  return (await db.select().from(payments).where(eq(payments.id, id))).at(0)
}

export function chargesOfPayment(db: Db, id: string): Promise<PaidCharge[]> {
  const { billId, day, amountCents, paymentId } = paymentCharges
  return db.select({ billId, day, amountCents }).from(paymentCharges).where(eq(paymentId, id)).orderBy(day, billId)
}

/** The payments of a patient that took money or may, the latest first. */
export function paymentsOf(db: Db, { licenseeId, patientId }: Of): Promise<Payment[]> {
  const shown = ne(payments.state, 'declined')
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.licenseeId, licenseeId), eq(payments.patientId, patientId), shown))
    .orderBy(desc(payments.createdAt))
}

/** The charges of a patient that somebody is paying, by whichever session. */
export async function chargesUnderWay(db: Db, { licenseeId, patientId }: Of): Promise<Set<string>> {
  const rows = await db
    .select({ billId: paymentCharges.billId })
    .from(paymentCharges)
    .innerJoin(payments, eq(payments.id, paymentCharges.paymentId))
    .where(and(eq(payments.licenseeId, licenseeId), eq(payments.patientId, patientId), eq(paymentCharges.isOpen, true)))
  return new Set(rows.map(({ billId }) => billId))
}

/** How much the payments of a patient may take, or have taken, that the record server does not have yet; in cents. */
export async function centsUnderWay(
  db: Db,
  { licenseeId, patientId, besides = '' }: Of & { besides?: string },
): Promise<number> {
  const isOpen = inArray(payments.state, underWay)
  const rows = await db
    .select({ amountCents: payments.amountCents })
    .from(payments)
    .where(
      and(eq(payments.licenseeId, licenseeId), eq(payments.patientId, patientId), isOpen, ne(payments.id, besides)),
    )
  return sumOf(rows)
}

/** The same of all payments of a patient. */
export function centsUnderWayIn(all: readonly Payment[]): number {
  return sumOf(all.filter(({ state }) => underWay.includes(state)))
}

function sumOf(rows: readonly Pick<Payment, 'amountCents'>[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** The payments without an end that no request is working on: it was killed, or the processor did not answer. */
export function paymentsToEnd(db: Db, { before }: { before: Date }): Promise<Payment[]> {
  const isOpen = inArray(payments.state, ['created', 'sent', 'unknown'])
  return db
    .select()
    .from(payments)
    .where(and(isOpen, lte(payments.changedAt, before)))
    .orderBy(payments.createdAt)
}

/** The payments of a practice whose end is unknown, or that the record server does not have; the latest first. */
export function openPayments(db: Db, { licenseeId, before }: { licenseeId: string; before: Date }): Promise<Payment[]> {
  const isOpen = and(inArray(payments.state, underWay), lte(payments.changedAt, before))
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.licenseeId, licenseeId), isOpen))
    .orderBy(desc(payments.createdAt))
}

/** A card of one person at the processor's page. `token` is null until its number was entered; encrypted, as `session`. */
export type EnteredCardRow = typeof enteredCards.$inferSelect

interface Payer {
  licenseeId: string
  payer: string
}

const isOf = ({ licenseeId, payer }: Payer) =>
  and(eq(enteredCards.licenseeId, licenseeId), eq(enteredCards.payer, payer))

export async function readEnteredCard(db: Db, payer: Payer): Promise<EnteredCardRow | undefined> {
  return (await db.select().from(enteredCards).where(isOf(payer))).at(0)
}

/** Replaces an earlier one of this person. */
export async function keepOpenedCard(
  db: Db,
  opened: Payer & Pick<EnteredCardRow, 'session' | 'pageUrl' | 'openedAt'>,
): Promise<void> {
  const fresh = { ...opened, token: null, brand: '', lastFour: '' }
  await db
    .insert(enteredCards)
    .values(fresh)
    .onConflictDoUpdate({ target: [enteredCards.licenseeId, enteredCards.payer], set: fresh })
}

export async function keepToken(
  db: Db,
  {
    token,
    brand,
    lastFour,
    session,
    ...payer
  }: Payer & { session: string; token: string; brand: string; lastFour: string },
): Promise<void> {
  await db
    .update(enteredCards)
    .set({ token, brand, lastFour })
    .where(and(isOf(payer), eq(enteredCards.session, session)))
}

export async function forgetEnteredCard(db: Db, payer: Payer): Promise<void> {
  await db.delete(enteredCards).where(isOf(payer))
}

export async function forgetOldCards(db: Db, { before }: { before: Date }): Promise<void> {
  await db.delete(enteredCards).where(lt(enteredCards.openedAt, before))
}
