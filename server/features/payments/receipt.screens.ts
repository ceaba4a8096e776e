import { practiceName } from '../../licensees/practice-name.ts'
import { moneyText } from '../../practice/charges.rules.ts'
import { button, text, title } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { dateText, momentText } from '../../protocol/time-words.ts'
import { payingPerson } from '../../practice/paying-person.ts'
import type { PaidCharge, Payment } from './payments.store.ts'

export interface Receipt {
  payment: Payment
  charges: readonly PaidCharge[]
  context: Context
}

/** Specification 2 §2.5: from the stored payment, never from the browser. */
export function receiptScreen({ payment, charges, context }: Receipt): ScreenBody {
  const { patient, routes } = payingPerson(context)
  const { firstName, lastName } = patient
  const { amountCents, card, transactionId, createdAt, state } = payment
  return {
    title: 'Receipt',
    width: 'reading',
    back: { label: 'Billing', to: routes.billing },
    blocks: [
      title('Receipt'),
      text('practice', practiceName(context), 'lead'),
      ...(state === 'refunded' ? [text('refunded', 'This payment was refunded.')] : []),
      {
        kind: 'facts',
        id: 'receipt',
        facts: [
          { id: 'amount', name: 'Amount', value: [{ text: moneyText(amountCents), strong: true }] },
          { id: 'date', name: 'Date', value: momentText(createdAt, context.licensee.timeZone) },
          { id: 'patient', name: 'Patient', value: `${firstName} ${lastName}` },
          { id: 'card', name: 'Card', value: card },
          { id: 'transaction', name: 'Transaction', value: transactionId ?? '' },
        ],
      },
      {
        kind: 'table',
        id: 'receipt-charges',
        caption: 'What was paid',
        columns: [
          { id: 'day', label: 'Service Date', main: true },
          { id: 'amount', label: 'Amount', align: 'end', figures: true },
        ],
        rows: charges.map(({ billId, day, amountCents: part }) => ({
          id: `paid-${billId}`,
          cells: { day: { text: dateText(day) }, amount: { text: moneyText(part) } },
        })),
        empty: { text: 'There are no charges.' },
      },
      button('print', { text: 'Print', style: 'primary', do: { type: 'print' } }),
    ],
  }
}
