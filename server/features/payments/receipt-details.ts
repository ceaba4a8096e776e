import type { Payer } from './payments.store.ts'
import type { PaymentServices } from './payments-services.ts'
import type { Charge } from '../../gateways/emr/billing/billing.ts'

/** What a receipt names: kept with the payment, because the record server may name it otherwise later. */
export interface ReceiptDetails {
  /** The name of the account holder; of a guest, the name on the card. */
  paidBy: string
  /** The names of the charges, by their ids. */
  charges: Record<string, string>
}

export function encryptDetails(
  encryption: PaymentServices['encryption'],
  { of, paidBy, charges }: { of: Payer; paidBy: string; charges: readonly Charge[] },
): string {
  const details: ReceiptDetails = {
    paidBy,
    charges: Object.fromEntries(charges.map(({ id, description, code }) => [id, description || code])),
  }
  return encryption.encrypt(JSON.stringify(details), placeOf(of))
}

/** Of a payment before portal 0.6, nothing is known. */
export function readDetails(
  encryption: PaymentServices['encryption'],
  { receiptDetails: encrypted, ...payment }: Payer & { receiptDetails: string | null },
): ReceiptDetails {
  if (encrypted === null) return { paidBy: '', charges: {} }
  return JSON.parse(encryption.decrypt(encrypted, placeOf(payment))) as ReceiptDetails // written above
}

function placeOf({ licenseeId, payer }: Payer) {
  return ['payments.receipt_details', licenseeId, payer] as const
}
