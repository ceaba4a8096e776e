import type { Action } from '../../../schemas/action.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { placeLines, practicePlace } from '../../practice/billing/practice-place.ts'
import { moneyText, serviceDayText } from '../../practice/billing/charges.rules.ts'
import { documentFrame } from '../../practice/billing/document-pages.ts'
import { logoParts, type PracticeLogo } from '../../practice/practice-logo.ts'
import { paymentPaths } from './payments.paths.ts'
import { title } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { momentText } from '../../protocol/time-words.ts'
import { payingPerson } from '../../practice/billing/paying-person.ts'
import { isRefunded } from './payment-states.rules.ts'
import type { PaidCharge, Payment } from './payments.store.ts'
import type { ReceiptDetails } from './receipt-details.ts'

export interface Receipt {
  payment: Payment
  charges: readonly PaidCharge[]
  details: ReceiptDetails
  /** The logo of the practice now; undefined without one. */
  logo: PracticeLogo | undefined
  context: Context
}

/** Specification 2 §2.5. */
export function receiptScreen(receipt: Receipt, { print, prints }: { print: Action; prints: boolean }): ScreenBody {
  return {
    title: 'Receipt',
    ...documentFrame(payingPerson(receipt.context).paths.billing({ tab: 'payments' })),
    blocks: [
      title('Receipt'),
      {
        kind: 'sheet',
        id: 'receipt',
        label: 'Receipt',
        parts: receiptParts(receipt),
        print: {
          label: 'Print',
          do: print,
          ...(prints ? { atOnce: true, address: paymentPaths.receipt({ payment: receipt.payment.id }) } : {}),
        },
        download: { label: 'Download PDF', href: paymentPaths.receiptFile({ payment: receipt.payment.id }) },
      },
    ],
  }
}

/**
 * From the stored payment, never from the browser. To a guest who has proven little, charges have no names (security.md).
 * The screen shows these parts, and the file is made of them.
 */
export function receiptParts({ payment, charges, details, logo, context }: Receipt): BlockOf<'sheet'>['parts'] {
  const {
    patient: { firstName, lastName },
    seesCare,
  } = payingPerson(context)
  const isNamed = seesCare && charges.some(({ billId }) => details.charges[billId])
  const { amountCents, card, transactionId, createdAt, state } = payment
  const place = practicePlace(context)
  const lines = placeLines(place)
  return [
    ...logoParts(logo),
    { type: 'heading', level: 1, text: place.name },
    ...(lines === '' ? [] : [{ type: 'paragraph' as const, text: lines }]),
    { type: 'heading', level: 2, text: 'Receipt' },
    ...(isRefunded(state) ? [{ type: 'paragraph' as const, text: 'This payment was refunded.' }] : []),
    { type: 'space', line: true },
    {
      type: 'facts',
      facts: [
        { name: 'Amount', value: moneyText(amountCents), strong: true },
        { name: 'Date', value: momentText(createdAt, context.licensee.timeZone) },
        { name: 'Patient', value: `${firstName} ${lastName}` },
        ...(details.paidBy === '' ? [] : [{ name: 'Paid by', value: details.paidBy }]),
        { name: 'Card', value: card },
        { name: 'Transaction', value: transactionId ?? '' },
      ],
    },
    {
      type: 'table',
      caption: 'What was paid',
      columns: [
        ...(isNamed ? [{ id: 'charge', label: 'Charge', main: true }] : []),
        { id: 'day', label: 'Service Date', ...(isNamed ? {} : { main: true }) },
        { id: 'amount', label: 'Amount', align: 'end' },
      ],
      rows: charges.map(({ billId, day, amountCents: part }) => ({
        id: `paid-${billId}`,
        cells: {
          ...(isNamed ? { charge: details.charges[billId] ?? 'Charge' } : {}),
          day: serviceDayText(day),
          amount: moneyText(part),
        },
      })),
      total: { id: 'paid', cells: { [isNamed ? 'charge' : 'day']: 'Total', amount: moneyText(amountCents) } },
    },
  ]
}
