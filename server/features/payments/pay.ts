import { randomBytes } from 'node:crypto'
import { CardError } from '../../gateways/cards/cards.errors.ts'
import type { Cards, PaymentResult } from '../../gateways/cards/cards.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { PendingPart } from '../../practice/billing/charges.rules.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import { practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import {
  insertPayment,
  isTransactionOfOther,
  movePayment,
  noteUnanswered,
  type NewPayment,
  type Payment,
} from './payments.store.ts'
import { noticeReceipt } from './notice-receipt.ts'
import { postPayment } from './post-payment.ts'
import { publishPayment, startReversing } from './reverse-payment.ts'

/**
 * `changed`: what is owed is not what the amount was made of. `taken`: somebody is paying one of the charges, or has just
 * paid it. `tooMany`: too many cards were declined. `unknown`: the processor may have charged the card; it is looked up
 * until that is known. `notCharged`: the processor could not be reached.
 */
export type PayOutcome =
  | { outcome: 'approved'; id: string }
  | { outcome: 'declined'; message: string }
  | { outcome: 'changed' }
  | { outcome: 'taken' | 'tooMany' | 'unknown' | 'notCharged' }

/** `id` is given by callers that must find their payment again after this process was killed. */
type Open = Omit<NewPayment, 'id'> & { id?: string }
/** Charges the card, under a reference. */
export type Charging = (cards: Cards, reference: string) => Promise<PaymentResult>

interface Paying {
  payment: Open
  charge: Charging
  /**
   * Reads what is owed again, now that nobody else can pay these charges, and returns whether the amount is still right.
   * `pending` is taken by payments that were stored before.
   */
  isStillOwed: (pending: readonly PendingPart[]) => Promise<boolean>
}

export function newReference(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * Pays once. The payment is stored before the card is charged, so that whatever happens to this process its end can be
 * looked up by its reference; it is never sent twice.
 */
export async function pay(services: PaymentServices, { payment, charge, isStillOwed }: Paying): Promise<PayOutcome> {
  const { db, now, log } = services
  const { id = newReference() } = payment
  const cards = services.cardsOf(servedPractice(services.licensees, payment.licenseeId))
  if (!cards) return { outcome: 'notCharged' }
  const insertion = await insertPayment(db, { ...payment, id })
  if (insertion.outcome !== 'stored') {
    if (insertion.outcome === 'tooMany') log.warn({ licensee: payment.licenseeId }, 'too many cards were declined')
    return { outcome: insertion.outcome }
  }
  // Another payment of these charges may have begun and ended since the bill was read.
  let isRight = false
  try {
    isRight = await isStillOwed(insertion.pending)
  } finally {
    if (!isRight) await movePayment(db, { id, event: 'withdraw', at: now() })
  }
  if (!isRight) return { outcome: 'changed' }
  const opened: Payment = {
    ...payment,
    id,
    state: 'created',
    transactionId: null,
    declineReason: null,
    changedAt: payment.createdAt,
  }
  // From here on only the lookup may end the payment if this process is killed.
  if (!(await movePayment(db, { id, event: 'send', at: now() }))) return { outcome: 'notCharged' }
  services.publish([billsTopic(payment)])
  try {
    return await resolve(services, { payment: opened, result: await charge(cards, id) })
  } catch (error) {
    if (!(error instanceof CardError)) throw error
    log.error({ err: error, licensee: payment.licenseeId }, 'a card payment was not answered')
    if (error.isUncertain) return lookUp(services, { payment: opened, cards })
    await movePayment(db, { id, event: 'miss', at: now() })
    services.publish([billsTopic(payment)])
    return { outcome: 'notCharged' }
  }
}

/**
 * Asks the processor what became of a payment. If it never received it, it will refuse it from now on, so that the
 * payment has an end.
 */
export async function lookUp(
  services: PaymentServices,
  { payment, cards }: { payment: Payment; cards: Cards },
): Promise<PayOutcome> {
  const { log } = services
  try {
    return await resolve(services, { payment, result: await cards.endPayment(payment.id) })
  } catch (error) {
    if (!(error instanceof CardError)) throw error
    log.error({ err: error, licensee: payment.licenseeId }, 'a card payment could not be looked up')
    await noteUnanswered(services.db, { id: payment.id, at: services.now() })
    services.publish([practicePaymentsTopic(payment.licenseeId)])
    return lose(services, payment)
  }
}

/** Stores what the processor answered. What was approved is posted to the record, and its payer notified, by jobs of the same transaction. */
async function resolve(
  services: PaymentServices,
  { payment, result }: { payment: Payment; result: PaymentResult },
): Promise<PayOutcome> {
  const { db, now, jobs, log } = services
  const { id } = payment
  try {
    await db.transaction(async (tx) => {
      const state = await movePayment(tx, { id, at: now(), ...changeBy(result) })
      if (state === 'approved') {
        await jobs.add(tx, postPayment, { id })
        await jobs.add(tx, noticeReceipt, { id })
      }
      if (state === 'reversing') await startReversing(tx, services, id)
    })
  } catch (error) {
    if (!isTransactionOfOther(error)) throw error
    log.error({ licensee: payment.licenseeId }, 'the card processor sent one transaction for two payments')
    return lose(services, payment)
  }
  publishPayment(services, payment)
  switch (result.status) {
    case 'approved':
      return { outcome: 'approved', id }
    case 'declined':
      return { outcome: 'declined', message: result.message || 'The card was declined.' }
    case 'refunded':
      return { outcome: 'declined', message: 'The payment was refunded.' }
    case 'ended':
      return { outcome: 'notCharged' }
  }
}

function changeBy(result: PaymentResult) {
  switch (result.status) {
    case 'approved':
      return { event: 'approve', transactionId: result.transactionId } as const
    case 'declined':
      return { event: 'decline', declineReason: result.message } as const
    case 'refunded':
      return { event: 'refund', transactionId: result.transactionId } as const
    case 'ended':
      return { event: 'miss' } as const
  }
}

/** Stores that it is not known what became of a payment. It is looked up until that is known. */
async function lose(services: PaymentServices, payment: Payment): Promise<PayOutcome> {
  const { db, now } = services
  if (await movePayment(db, { id: payment.id, event: 'lose', at: now() })) publishPayment(services, payment)
  return { outcome: 'unknown' }
}
