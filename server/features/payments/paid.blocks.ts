import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import { button, text } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { paymentPaths } from './payments.paths.ts'
import type { Payment } from './payments.store.ts'

export interface Paid {
  payment: Pick<Payment, 'id' | 'amountCents' | 'card' | 'createdAt'>
  /** The name of the patient. */
  patient: string
  /** What is still owed, in cents; negative for a credit. Undefined if the record server does not answer. */
  owedCents: number | undefined
  timeZone: string
}

/** What was paid, for whom, with what, when, and what is still owed. `words` stand below the sum. */
export function paidBlocks(paid: Paid, words: BlockList = []): BlockList {
  const value = moneyText(paid.payment.amountCents)
  return [
    {
      kind: 'figure',
      id: 'paid-amount',
      name: 'You paid',
      value,
      tone: 'success',
      fallback: [text('paid-text', `You paid ${value}.`)],
    },
    ...words,
    paidFacts(paid),
  ]
}

function paidFacts({ payment: { card, createdAt }, patient, owedCents, timeZone }: Paid): BlockOf<'facts'> {
  return {
    kind: 'facts',
    id: 'paid-facts',
    facts: [
      { id: 'paid-for', name: 'Patient', value: patient },
      { id: 'paid-card', name: 'Card', value: card },
      { id: 'paid-date', name: 'Date', value: momentText(createdAt, timeZone) },
      ...(owedCents === undefined ? [] : [{ id: 'paid-owed', ...owed(owedCents) }]),
    ],
  }
}

function owed(cents: number): { name: string; value: string } {
  return cents < 0 ? { name: 'Credit', value: moneyText(-cents) } : { name: 'Still owed', value: moneyText(cents) }
}

/** In a new window (specification 2 §2.4). */
export function printReceipt(paymentId: string): BlockOf<'action'> {
  const to = paymentPaths.receipt({ payment: paymentId, print: 'now' })
  return button('paid-receipt', {
    text: 'Print Receipt',
    style: 'secondary',
    do: { type: 'navigate', to, newWindow: true },
  })
}
