import type { AreaDeps } from '../area.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer } from '../wire/answers.ts'

/** A payment that a card processor has approved. Amounts are integer cents; those of the charges add up to the whole. */
export interface PostedPayment {
  /** The portal's id: the record server takes each payment once. */
  reference: string
  patientId: string
  amountCents: number
  /** Of the card processor. */
  transactionId: string
  /** ISO 8601 in UTC. */
  paidAt: string
  charges: readonly { billId: string; amountCents: number }[]
}

interface Payments {
  /** Repeating it changes nothing. Returns false if the patient or a charge is unknown. */
  addPayment(payment: PostedPayment): Promise<boolean>
  /**
   * Takes back what a payment credited, because it was refunded; one that was not added can no longer be added. Repeating
   * it changes nothing. Returns false if the patient or a charge is unknown.
   */
  reversePayment(payment: PostedPayment): Promise<boolean>
}

/** Makes the calls that post payments and their refunds to the record. */
export function createPayments({ client }: AreaDeps): Payments {
  const send = async (call: string, payment: PostedPayment): Promise<boolean> =>
    (await client.writeTo({ call, method: 'POST', body: bodyOf(payment), answer: DoneAnswer })) ?? false
  return {
    addPayment: (payment) => send('billing/portal_payment', payment),
    reversePayment: (payment) => send('billing/portal_refund', payment),
  }
}

function bodyOf({ reference, patientId, amountCents, transactionId, paidAt, charges }: PostedPayment) {
  return {
    PAYMENT_REFERENCE: reference,
    PATIENT_N: recordNumber(patientId) ?? 0,
    AMOUNT: amountCents / 100,
    TRANSACTION_ID: transactionId,
    PAYMENT_DATE: paidAt,
    IS_PORTAL_PAYMENT: 1,
    Lines: charges.map(({ billId, amountCents: part }) => ({ bill_id: recordNumber(billId) ?? 0, AMOUNT: part / 100 })),
  }
}
