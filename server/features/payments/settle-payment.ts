import Type from 'typebox'
import { job } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import { billsTopic, practicePaymentsTopic, type PaymentServices } from './payments-services.ts'
import { chargesOfPayment, movePayment, readPayment } from './payments.store.ts'

/**
 * Tells the record server of an approved payment until it has taken it. Telling it twice is harmless: it takes each
 * reference once.
 */
export const settlePayment = job('payments.settle', {
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 3650 }, // the card is charged: nothing else ends it
  run: async ({ db, licensees, emrOf, now, publish }: PaymentServices, { id }) => {
    const payment = await readPayment(db, id)
    if (payment?.state !== 'approved') return
    const { licenseeId, patientId, amountCents, transactionId, createdAt } = payment
    const charges = await chargesOfPayment(db, id)
    const isTaken = await emrOf(servedPractice(licensees, licenseeId)).addPayment({
      reference: id,
      patientId,
      amountCents,
      transactionId: transactionId ?? '',
      paidAt: createdAt.toISOString(),
      charges,
    })
    if (!isTaken) throw new Error('the record server does not know the patient or a charge of a payment')
    await movePayment(db, { id, from: ['approved'], to: 'settled', at: now() })
    publish([billsTopic(payment), practicePaymentsTopic(licenseeId)])
  },
})
