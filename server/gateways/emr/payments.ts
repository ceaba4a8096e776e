import type { RecordClient } from './record-client.ts'
import { recordNumber } from './record-number.ts'
import { DoneAnswer } from './wire/appointment.ts'

/** A payment that a card processor has approved. Amounts are integer cents; those of the charges add up to the whole. */
interface TakenPayment {
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

export interface Payments {
  /** Repeating it changes nothing. Returns false if the patient or a charge is unknown. */
  addPayment(payment: TakenPayment): Promise<boolean>
}

export function createPayments(client: RecordClient): Payments {
  return {
    addPayment: async ({ reference, patientId, amountCents, transactionId, paidAt, charges }) => {
      const body = {
        PAYMENT_REFERENCE: reference,
        PATIENT_N: recordNumber(patientId) ?? 0,
        AMOUNT: amountCents / 100,
        TRANSACTION_ID: transactionId,
        PAYMENT_DATE: paidAt,
        IS_PORTAL_PAYMENT: 1,
        Lines: charges.map(({ billId, amountCents: part }) => ({
          bill_id: recordNumber(billId) ?? 0,
          AMOUNT: part / 100,
        })),
      }
      return (
        (await client.writeTo({ call: 'billing/portal_payment', method: 'POST', body, answer: DoneAnswer })) ?? false
      )
    },
  }
}
