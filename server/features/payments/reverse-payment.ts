import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { PostedPayment } from '../../gateways/emr/payments/payments.ts'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { billsTopic } from '../../practice/billing/bill-topics.ts'
import { stopRefunded } from './installments/end-plans.ts'
import { practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import { chargesOfPayment, movePayment, readPayment, type Payment } from './payments.store.ts'

/**
 * Reverses a refunded payment in the record, also one that may have been posted a moment before: from then on the record
 * server no longer takes its reference. Reversing twice is harmless.
 */
export const reversePayment = job('payments.reverse', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 3650 }, // the record would show a payment that was returned
  looksAgain: { needless: 'the payment is refunded' },
  run: async (services: PaymentServices, { id }) => {
    const payment = await readPayment(services.db, id)
    if (payment?.state === 'reversing') await reverse(services, payment)
  },
})

export async function reverse(services: PaymentServices, payment: Payment): Promise<void> {
  const { db, licensees, emrOf, now } = services
  const emr = emrOf(servedPractice(licensees, payment.licenseeId))
  if (!(await emr.reversePayment(await postingOf(services, payment))))
    throw new Error('the record server does not know the patient or a charge of a refunded payment')
  await movePayment(db, { id: payment.id, event: 'reverse', at: now() })
  publishPayment(services, payment)
}

/** Stores that the office has refunded a payment that the record server may have. */
export async function noteRefund(services: PaymentServices, payment: Payment): Promise<void> {
  const { db, now } = services
  const { id } = payment
  await db.transaction(async (tx) => {
    if ((await movePayment(tx, { id, event: 'refund', at: now() })) === 'reversing')
      await startReversing(tx, services, id)
  })
  publishPayment(services, payment)
}

/** Follows the payment in the transaction that made it `reversing`. */
export async function startReversing(tx: Db, services: PaymentServices, id: string): Promise<void> {
  await services.jobs.add(tx, reversePayment, { id })
  await stopRefunded(tx, services, id)
}

/** What the record server is sent about a payment that was approved. */
export async function postingOf({ db }: Pick<PaymentServices, 'db'>, payment: Payment): Promise<PostedPayment> {
  const { id: reference, patientId, amountCents, transactionId, createdAt } = payment
  const charges = await chargesOfPayment(db, reference)
  const paidAt = createdAt.toISOString()
  return { reference, patientId, amountCents, transactionId: transactionId ?? '', paidAt, charges }
}

export function publishPayment({ publish }: Pick<PaymentServices, 'publish'>, payment: Payment): void {
  publish([billsTopic(payment), practicePaymentsTopic(payment.licenseeId)])
}
