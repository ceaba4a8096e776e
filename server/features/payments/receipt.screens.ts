import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Logo } from '../../gateways/emr/logo.ts'
import { placeLines, practicePlace } from '../../practice/billing/practice-place.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import { documentFrame } from '../../practice/billing/document-pages.ts'
import { logoParts } from '../../practice/practice-logo.ts'
import { routes } from '../../practice/routes.ts'
import { title } from '../../protocol/block-builders.ts'
import type { Context } from '../../protocol/context.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { dateText, momentText } from '../../protocol/time-words.ts'
import { payingPerson } from '../../practice/billing/paying-person.ts'
import { receiptAddress } from './payments.history.ts'
import { isRefunded } from './payment-states.rules.ts'
import type { PaidCharge, Payment } from './payments.store.ts'

export interface Receipt {
  payment: Payment
  charges: readonly PaidCharge[]
  /** The logo of the practice now; undefined without one. */
  logo: Logo | undefined
  context: Context
}

/** The address of a receipt as a file. */
export function receiptFile(paymentId: string): string {
  return `${routes.receipt}/${paymentId}/pdf`
}

/** Specification 2 §2.5. */
export function receiptScreen(receipt: Receipt, { prints }: { prints: boolean }): ScreenBody {
  return {
    title: 'Receipt',
    ...documentFrame(`${payingPerson(receipt.context).routes.billing}?tab=payments`),
    blocks: [
      title('Receipt'),
      {
        kind: 'sheet',
        id: 'receipt',
        label: 'Receipt',
        parts: receiptParts(receipt),
        print: { label: 'Print', ...(prints ? { atOnce: true, address: receiptAddress(receipt.payment.id) } : {}) },
        download: { label: 'Download PDF', href: receiptFile(receipt.payment.id) },
      },
    ],
  }
}

/** From the stored payment, never from the browser. The screen shows these parts, and the file is made of them. */
export function receiptParts({ payment, charges, logo, context }: Receipt): BlockOf<'sheet'>['parts'] {
  const { firstName, lastName } = payingPerson(context).patient
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
        { name: 'Card', value: card },
        { name: 'Transaction', value: transactionId ?? '' },
      ],
    },
    {
      type: 'table',
      caption: 'What was paid',
      columns: [
        { id: 'day', label: 'Service Date', main: true },
        { id: 'amount', label: 'Amount', align: 'end' },
      ],
      rows: charges.map(({ billId, day, amountCents: part }) => ({
        id: `paid-${billId}`,
        cells: { day: dateText(day), amount: moneyText(part) },
      })),
      total: { id: 'paid', cells: { day: 'Total', amount: moneyText(amountCents) } },
    },
  ]
}
