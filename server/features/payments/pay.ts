import { randomBytes } from 'node:crypto'
import { CardError } from '../../gateways/cards/cards.errors.ts'
import type { Cards, PaymentResult } from '../../gateways/cards/cards.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { billsTopic, practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import { insertPayment, movePayment, type NewPayment, type Payment } from './payments.store.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * `changed`: what is owed is not what the amount was made of. `taken`: somebody is paying one of the charges, or has just paid it. `unknown`: the processor may have charged the
 * card; it is looked up until that is known. `notCharged`: the processor could not be reached.
 */
export type PayOutcome =
  | { outcome: 'approved'; id: string }
  | { outcome: 'declined'; message: string }
  | { outcome: 'changed' }
  | { outcome: 'taken' | 'unknown' | 'notCharged' }

/** `id` is given by callers that must find their payment again after this process was killed. */
type Open = Omit<NewPayment, 'id'> & { id?: string }
/** Charges the card, under a reference. */
export type Charging = (cards: Cards, reference: string) => Promise<PaymentResult>

interface Paying {
  payment: Open
  charge: Charging
  /**
   * Reads what is owed again, now that nobody else can pay these charges, and returns whether the amount is still right.
   * `otherCents` may be taken by payments that were stored before, and is not yet in the record.
   */
  isStillOwed: (otherCents: number) => Promise<boolean>
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
  const otherCents = await insertPayment(db, { ...payment, id })
  if (otherCents === undefined) return { outcome: 'taken' }
  // Another payment of these charges may have begun and ended since the bill was read.
  let isRight = false
  try {
    isRight = await isStillOwed(otherCents)
  } finally {
    if (!isRight) await movePayment(db, { id, from: ['created'], to: 'declined', at: now() })
  }
  if (!isRight) return { outcome: 'changed' }
  const opened: Payment = {
    ...payment,
    id,
    state: 'created',
    transactionId: null,
    refusal: null,
    changedAt: payment.createdAt,
  }
  // From here on only the lookup may end the payment if this process is killed.
  if (!(await movePayment(db, { id, from: ['created'], to: 'sent', at: now() }))) return { outcome: 'notCharged' }
  services.publish([billsTopic(payment)])
  try {
    return await end(services, { payment: opened, result: await charge(cards, id) })
  } catch (error) {
    if (!(error instanceof CardError)) throw error
    log.error({ err: error, licensee: payment.licenseeId }, 'a card payment was not answered')
    if (error.isUncertain) return lookUp(services, { payment: opened, cards })
    await movePayment(db, { id, from: ['sent'], to: 'declined', at: now() })
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
  const { db, now, log } = services
  try {
    const result = await cards.endPayment(payment.id)
    if (result) return await end(services, { payment, result })
    await movePayment(db, { id: payment.id, from: ['created', 'sent', 'unknown'], to: 'declined', at: now() })
    publish(services, payment)
    return { outcome: 'notCharged' }
  } catch (error) {
    if (!(error instanceof CardError)) throw error
    log.error({ err: error, licensee: payment.licenseeId }, 'a card payment could not be looked up')
    if (await movePayment(db, { id: payment.id, from: ['created', 'sent'], to: 'unknown', at: now() }))
      publish(services, payment)
    return { outcome: 'unknown' }
  }
}

/** Stores what the processor answered. What was approved is told to the record server by a job of the same transaction. */
async function end(
  services: PaymentServices,
  { payment, result }: { payment: Payment; result: PaymentResult },
): Promise<PayOutcome> {
  const { db, now, jobs } = services
  const { id } = payment
  await db.transaction(async (tx) => {
    const change = { id, from: ['created', 'sent', 'unknown'] as const, to: result.status, at: now() }
    if (result.status === 'declined') return void (await movePayment(tx, { ...change, refusal: result.message }))
    const { transactionId } = result
    const isMoved = await movePayment(tx, { ...change, transactionId })
    if (isMoved && result.status === 'approved') await jobs.add(tx, settlePayment, { id })
  })
  publish(services, payment)
  if (result.status === 'approved') return { outcome: 'approved', id }
  return { outcome: 'declined', message: result.status === 'declined' ? result.message : 'The payment was refunded.' }
}

function publish(services: PaymentServices, payment: Payment): void {
  services.publish([billsTopic(payment), practicePaymentsTopic(payment.licenseeId)])
}
