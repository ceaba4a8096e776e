import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { PaymentServices } from './payments-services.ts'
import { movePayment, readPayment, type Payment } from './payments.store.ts'
import { noteRefund, postingOf, publishPayment } from './reverse-payment.ts'

/**
 * Posts an approved payment to the record, until the record server has taken it. Before that the processor is asked
 * again: what the office has refunded meanwhile is not posted. Posting twice is harmless: the record server takes each
 * reference once. The job keeps the name under which portal 0.4 queued it, so that an update loses none.
 */
export const postPayment = job('payments.settle', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 3650 }, // the card is charged: nothing else ends it
  looksAgain: { needless: 'the card is charged' },
  run: async (services: PaymentServices, { id }) => {
    const payment = await readPayment(services.db, id)
    if (payment?.state === 'approved') await post(services, payment)
  },
})

export async function post(services: PaymentServices, payment: Payment): Promise<void> {
  const { db, licensees, emrOf, now } = services
  const { id } = payment
  if (await isRefundedMeanwhile(services, payment)) return noteRefund(services, payment)
  const emr = emrOf(servedPractice(licensees, payment.licenseeId))
  if (!(await emr.addPayment(await postingOf(services, payment))))
    throw new Error('the record server does not know the patient or a charge of a payment')
  await movePayment(db, { id, event: 'post', at: now() })
  publishPayment(services, payment)
}

/** Without a card processor, which the practice may have left, the approval is all that is known. */
async function isRefundedMeanwhile({ cardsOf, licensees }: PaymentServices, payment: Payment): Promise<boolean> {
  const cards = cardsOf(servedPractice(licensees, payment.licenseeId))
  if (!cards) return false
  const result = await cards.endPayment(payment.id)
  if (result.status === 'refunded') return true
  if (result.status !== 'approved' || result.transactionId !== payment.transactionId)
    throw new Error('the card processor does not confirm a payment that it approved')
  return false
}
