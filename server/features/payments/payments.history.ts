import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import { phone, text } from '../../protocol/block-builders.ts'
import type { PayingPerson } from '../../practice/billing/paying-person.ts'
import { paymentPaths } from './payments.paths.ts'
import { clockText, datedText, dateText, dayOf } from '../../protocol/time-words.ts'
import { isCharged, isRefunded, isUnconfirmed, type PaymentState } from './payment-states.rules.ts'
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
    if (isUnconfirmed(state))
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

/** What was paid last, in the address of its receipt. */
export function latestBlocks(
  payments: readonly Payment[],
  { person, today, timeZone }: { person: Pick<PayingPerson, 'payer'>; today: string; timeZone: string },
): BlockList {
  const payment = payments.find(({ state }) => isCharged(state) && !isRefunded(state))
  if (!payment) return []
  const { id, payer, amountCents, createdAt } = payment
  const amount = moneyText(amountCents)
  const what = payer === person.payer ? `You paid ${amount}` : `${amount} was paid`
  const paidOn = dayOf(createdAt, timeZone)
  const day = paidOn === today ? 'today' : `on ${datedText(paidOn, today)}`
  return [
    text('latest', [
      { text: `${what} ${day}. ` },
      { text: 'Last receipt', href: paymentPaths.receipt({ payment: id }) },
    ]),
  ]
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
      empty: { picture: 'card', text: 'There are no payments.' },
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
              do: { type: 'navigate', to: paymentPaths.receipt({ payment: id }) },
            },
          ],
        }
      : {}),
  }
}
