import type { BlockList } from '../../../../schemas/block.ts'
import type { BlockOf } from '../../../../schemas/blocks.ts'
import { moneyText } from '../../../practice/billing/charges.rules.ts'
import { paymentPaths } from '../payments.paths.ts'
import { call, goTo, link, text } from '../../../protocol/block-builders.ts'
import { dateText, dayOf, longDayText } from '../../../protocol/time-words.ts'
import type { Named } from '../../../protocol/definitions.ts'
import { cardText } from '../payments.rules.ts'
import { isEnoughForInstallments, referenceOf } from './installments.rules.ts'
import type { Installment, InstallmentPlan, StopReason } from './installments.store.ts'

/** Beside the button that pays everything. `cents` can be paid now. */
export function installmentsButton(cents: number): BlockList {
  if (!isEnoughForInstallments(cents)) return []
  return [link('installments', { text: 'Pay in installments', to: paymentPaths.installments() })]
}

export interface PlanView {
  plan: InstallmentPlan
  installments: readonly Installment[]
  /** The action that stops it. */
  stop: Named
  timeZone: string
}

/** The agreement of the person: what comes next, all payments, and stopping. */
export function planSection(view: PlanView): BlockOf<'section'> {
  const { plan, installments, stop, timeZone } = view
  const paid = installments.filter(({ state }) => state === 'paid').length
  const next = installments.find(({ state }) => state === 'waiting' || state === 'paying')
  return {
    kind: 'section',
    id: 'installments-section',
    title: 'Your installments',
    blocks: [
      {
        kind: 'grid',
        id: 'installments-grid',
        columns: 1,
        fold: { after: 1, more: 'All installments', less: 'Hide all installments' },
        blocks: [
          {
            kind: 'facts',
            id: 'installments-facts',
            facts: [
              { id: 'next', name: 'Next payment', value: next ? nextText(next, timeZone) : 'None' },
              { id: 'card', name: 'Card', value: cardText(plan) },
              { id: 'done', name: 'Paid so far', value: `${paid} of ${installments.length}` },
            ],
          },
          installmentsTable(view),
        ],
      },
    ],
    actions: [
      {
        id: 'stop-installments',
        label: 'Stop',
        about: 'your installments',
        style: 'secondary',
        do: {
          ...call(stop, { plan: plan.id }),
          confirm: {
            title: 'Stop your installments?',
            text: `${cardText(plan)} is not charged again for them. You still owe what is not paid yet.`,
            yes: 'Stop installments',
            no: 'Keep installments',
            danger: true,
          },
        },
      },
    ],
  }
}

/** The agreement in one sentence, for the staff. */
export function runningText({
  plan,
  installments,
  payer,
  timeZone,
}: Omit<PlanView, 'stop'> & { payer: { firstName: string; lastName: string } | undefined }): string {
  const open = installments.filter(({ state }) => state === 'waiting' || state === 'paying')
  const [next] = open
  const who = payer ? `${payer.firstName} ${payer.lastName}` : 'An account that no longer exists'
  const left = open.length === 1 ? '1 payment is left' : `${open.length} payments are left`
  return `${who} pays in installments with ${cardText(plan)}. ${left}${next ? `; next: ${nextText(next, timeZone)}` : ''}.`
}

function nextText({ state, amountCents, tryAt }: Installment, timeZone: string): string {
  const amount = moneyText(amountCents)
  return state === 'paying' ? `${amount}, being paid` : `${amount} on ${longDayText(dayOf(tryAt, timeZone))}`
}

function installmentsTable({ installments, timeZone }: PlanView): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'installments-table',
    caption: 'All installments',
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'day', label: 'Date', main: true },
      { id: 'amount', label: 'Amount', align: 'end', figures: true, result: true },
      { id: 'state', label: 'Status' },
    ],
    rows: installments.map((each) => ({
      id: `installment-${each.number}`,
      cells: {
        day: { text: dateText(each.dueOn) },
        amount: { text: moneyText(each.paidCents ?? each.amountCents) },
        state: { text: stateText(each, timeZone) },
      },
      ...(each.state === 'paid' || each.state === 'refunded'
        ? {
            actions: [
              {
                id: `installment-${each.number}-receipt`,
                label: 'Receipt',
                about: `of the installment of ${dateText(each.dueOn)}`,
                do: goTo(paymentPaths.receipt({ payment: referenceOf(each) })),
              },
            ],
          }
        : {}),
    })),
    empty: { picture: 'card', text: 'There are no installments.' },
  }
}

const stateTexts: Record<Installment['state'], string> = {
  waiting: 'Not due yet',
  paying: 'Being paid',
  paid: 'Paid',
  refunded: 'Refunded',
  declined: 'Declined',
  stopped: 'Stopped',
  'not owed': 'Not owed',
}

function stateText({ state, declines, tryAt }: Installment, timeZone: string): string {
  if (state === 'waiting' && declines > 0) return `Declined, tried once more on ${dateText(dayOf(tryAt, timeZone))}`
  return stateTexts[state]
}

/** To those who act for the same patient and did not agree to the installments. */
export function planOfOther(): BlockOf<'text'> {
  return text('installments-other', 'Someone else is paying this bill in installments.')
}

const stopTexts: Partial<Record<StopReason, string>> = {
  card: 'The card is no longer on file.',
  declined: 'The card was declined again.',
  refunded: 'A payment was refunded.',
}

/** Says that an agreement has stopped, unless the payer stopped it. */
export function stoppedNotice({ id, brand, lastFour, stoppedBy }: InstallmentPlan): BlockList {
  const reason = stoppedBy && stopTexts[stoppedBy]
  if (!reason) return []
  return [
    {
      kind: 'notice',
      id: `installments-stopped-${id}`,
      tone: 'warning',
      title: 'Your installments have stopped',
      text: `${reason} ${cardText({ brand, lastFour })} is not charged again for them. You can pay what is still owed in another way.`,
    },
  ]
}
