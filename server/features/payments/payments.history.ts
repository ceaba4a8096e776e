import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import { phone } from '../../protocol/block-builders.ts'
import { routes } from '../../practice/routes.ts'
import { clockText, dateText, dayOf, momentText } from '../../protocol/time-words.ts'
import { isCharged, type PaymentState } from './payment-states.rules.ts'
import type { StoredContradiction } from './contradictions.store.ts'
import type { Payment } from './payments.store.ts'

/** What the person reads of each state. */
const stateTexts: Record<PaymentState, string> = {
  created: 'Being paid',
  sent: 'Being paid',
  unknown: 'Not confirmed yet',
  approved: 'Paid, on its way to the office',
  posted: 'Paid',
  declined: 'Not paid',
  reversing: 'Refunded',
  refunded: 'Refunded',
}

/** Says which payments have no end yet, so that nobody pays twice. `office` is its phone number, or empty. */
export function openPaymentNotices(payments: readonly Payment[], office: string): BlockList {
  return payments.flatMap(({ id, state, amountCents, card }) => {
    const amount = moneyText(amountCents)
    if (state === 'unknown')
      return [
        notice(`unknown-${id}`, {
          tone: 'warning',
          title: 'A payment is not confirmed yet',
          text: [
            {
              text: `The card processor has not told us yet if ${card} was charged ${amount}. We keep asking. Please do not pay again. Questions? Call `,
            },
            office === '' ? { text: 'the office' } : phone(office),
            { text: '.' },
          ],
        }),
      ]
    if (state === 'sent')
      return [notice(`sent-${id}`, { tone: 'info', text: `A payment of ${amount} by ${card} is being made.` })]
    if (state === 'approved')
      return [
        notice(`approved-${id}`, {
          tone: 'info',
          text: `You paid ${amount}. The office has not recorded it yet. What you owe is updated as soon as it has.`,
        }),
      ]
    return []
  })
}

function notice(id: string, rest: Omit<BlockOf<'notice'>, 'kind' | 'id'>): BlockOf<'notice'> {
  return { kind: 'notice', id, ...rest }
}

/** Payments that took money, the latest first, each with its receipt. */
export function historyBlocks(payments: readonly Payment[], timeZone: string): BlockList {
  const shown = payments.filter(({ state }) => state !== 'sent' && state !== 'created')
  if (shown.length === 0) return []
  return [
    {
      kind: 'table',
      id: 'payments-table',
      caption: 'Your payments',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'day', label: 'Date', main: true },
        { id: 'card', label: 'Card' },
        { id: 'state', label: 'Status' },
        { id: 'amount', label: 'Amount', align: 'end', figures: true, result: true },
      ],
      rows: shown.map((payment) => rowOf(payment, timeZone)),
      empty: { text: 'There are no payments.' },
    },
  ]
}

function rowOf(
  { id, state, amountCents, card, createdAt }: Payment,
  timeZone: string,
): BlockOf<'table'>['rows'][number] {
  const day = dateText(dayOf(createdAt, timeZone))
  return {
    id: `payment-${id}`,
    cells: {
      day: { text: `${day}, ${clockText(createdAt, timeZone)}` },
      amount: { text: moneyText(amountCents) },
      card: { text: card },
      state: { text: stateTexts[state] },
    },
    ...(isCharged(state)
      ? {
          actions: [
            {
              id: `receipt-${id}`,
              label: 'Receipt',
              about: `of ${moneyText(amountCents)} on ${day}`,
              do: { type: 'navigate', to: receiptAddress(id) },
            },
          ],
        }
      : {}),
  }
}

export function receiptAddress(id: string): string {
  return `${routes.receipt}?payment=${id}`
}

/** For administrators: payments whose end is unknown, and those that the record server has not credited or reversed. */
export function openPaymentsTable(payments: readonly Payment[], timeZone: string): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'open-payments',
    caption: 'Without an end',
    columns: [
      { id: 'when', label: 'Time', main: true },
      { id: 'patient', label: 'Patient number' },
      { id: 'amount', label: 'Amount', align: 'end', figures: true },
      { id: 'card', label: 'Card' },
      { id: 'state', label: 'Status' },
      { id: 'reference', label: 'Reference and transaction' },
    ],
    rows: payments.map(({ id, createdAt, patientId, amountCents, card, state, transactionId }) => ({
      id: `open-${id}`,
      cells: {
        when: { text: momentText(createdAt, timeZone) },
        patient: { text: patientId },
        amount: { text: moneyText(amountCents) },
        card: { text: card },
        state: { text: openTexts[state] ?? 'Not confirmed by the card processor' },
        reference: { text: id, ...(transactionId === null ? {} : { help: transactionId }) },
      },
    })),
    empty: { text: 'Every payment is confirmed and in your records.' },
  }
}

const openTexts: Partial<Record<PaymentState, string>> = {
  approved: 'Charged, not yet in your records',
  reversing: 'Refunded, still paid in your records',
}

const contradictionTexts: Record<StoredContradiction['kind'], string> = {
  'no transaction': 'Charged, without a transaction of the card processor',
  'declined with a transaction': 'Declined, with a transaction of the card processor',
  'other sum': 'The charges do not add up to the amount',
  'charge paid twice': 'Two payments of one charge are open',
  'not confirmed': 'In your records, not confirmed by the card processor',
  'installment without a payment': 'An installment counts as paid without a payment',
  'installment charged twice': 'A payment is not counted for its installment',
  'installment without an end': 'An installment waits for a payment that was declined',
  'agreement and installments': 'The agreement and its installments do not match',
}

export function toCheckNotice(actions?: BlockOf<'notice'>['actions']): BlockOf<'notice'> {
  return notice('to-check', {
    ...(actions ? { actions } : {}),
    tone: 'error',
    title: 'Some payments need your attention',
    text: 'Compare them with the card processor and your records. The portal does not correct them by itself.',
  })
}

/** For administrators: payments that contradict themselves. */
export function contradictionsTable(stored: readonly StoredContradiction[], timeZone: string): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'contradictions',
    caption: 'Payments to check',
    columns: [
      { id: 'what', label: 'What is wrong', main: true },
      { id: 'patient', label: 'Patient number' },
      { id: 'when', label: 'Found' },
      { id: 'reference', label: 'Reference' },
    ],
    rows: stored.map(({ subject, kind, patientId, detectedAt }, at) => ({
      id: `contradiction-${at}`,
      cells: {
        what: { text: contradictionTexts[kind] },
        patient: { text: patientId },
        when: { text: momentText(detectedAt, timeZone) },
        reference: { text: subject },
      },
    })),
    empty: { text: 'Nothing contradicts itself.' },
  }
}
