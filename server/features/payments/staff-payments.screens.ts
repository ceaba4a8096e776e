import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { moneyText } from '../../practice/billing/charges.rules.ts'
import type { PatientName } from '../../practice/patient-names.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import type { StoredContradiction } from './contradictions.store.ts'
import type { InstallmentPlan, StopReason } from './installments/installments.store.ts'
import { ageText, isLong } from './payment-ages.rules.ts'
import { cardText } from './payments.rules.ts'
import type { OpenPayment } from './payments.store.ts'

export interface StaffPayments {
  open: readonly OpenPayment[]
  contradictions: readonly StoredContradiction[]
  /** Installment plans that stopped without their payer. */
  stopped: readonly InstallmentPlan[]
  nameOf: (patientId: string) => PatientName
  now: Date
  timeZone: string
  /** Whether there is a card processor that the portal can ask. */
  asksProcessor: boolean
}

type Row = BlockOf<'table'>['rows'][number]

/** Who waits for what since when, what to tell the patient and what to do now (look.md, *Staff's tables*). */
export function staffPaymentsBlocks(view: StaffPayments): BlockList {
  const { open, contradictions, stopped } = view
  return [
    ...(contradictions.length > 0 ? [toCheckNotice(), contradictionsTable(view)] : []),
    openPaymentsTable(open, view),
    ...(stopped.length > 0 ? [stoppedTable(stopped, view)] : []),
  ]
}

/** What waits on that screen, for the card that leads to it. */
export function openCount(open: number, toCheck: number): { value: number; words: string } | undefined {
  if (open + toCheck === 0) return undefined
  const parts = [...(open > 0 ? [`${open} open`] : []), ...(toCheck > 0 ? [`${toCheck} to check`] : [])]
  return { value: open + toCheck, words: parts.join(', ') }
}

export function toCheckNotice(actions?: BlockOf<'notice'>['actions']): BlockOf<'notice'> {
  return {
    kind: 'notice',
    id: 'to-check',
    ...(actions ? { actions } : {}),
    tone: 'error',
    title: 'Some payments need your attention',
    text: 'Compare them with the card processor and your records. The portal does not correct them by itself.',
  }
}

function openPaymentsTable(open: readonly OpenPayment[], view: StaffPayments): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'open-payments',
    caption: 'Waiting for an answer',
    narrow: 'lines',
    columns: [
      { id: 'who', label: 'Patient', main: true },
      { id: 'what', label: 'What happened' },
      { id: 'since', label: 'Since' },
      { id: 'amount', label: 'Amount', align: 'end', figures: true, result: true },
    ],
    rows: open.map((payment) => openRow(payment, view)),
    empty: { picture: 'check', text: 'No payment waits for an answer.' },
  }
}

function openRow(payment: OpenPayment, view: StaffPayments): Row {
  const { id, patientId, amountCents, card, changedAt, transactionId } = payment
  const { happened, tell, act } = answersOf(payment, view)
  const amount = moneyText(amountCents)
  const who = view.nameOf(patientId)
  return rowOf({
    id: `open-${id}`,
    cells: {
      who: whoCell(who),
      what: { text: happened, help: `${card}, ${payerTexts[payerOf(payment)]}` },
      since: sinceCell(changedAt, view),
      amount: { text: amount },
    },
    tell,
    act,
    about: `${who.name}, ${amount}`,
    more: [
      timeline(payment, view.timeZone),
      references(`open-${id}-references`, [
        ['Reference', id],
        ['Transaction', transactionId ?? ''],
      ]),
    ],
  })
}

interface Answers {
  happened: string
  tell: string
  act: string
}

/** What is known of a payment without an end. */
export function happenedText(state: OpenPayment['state']): string {
  if (state === 'approved') return 'Charged, not yet in your records'
  return state === 'reversing' ? 'Refunded, still paid in your records' : 'Not confirmed by the card processor'
}

function answersOf({ state, amountCents, card, changedAt }: OpenPayment, view: StaffPayments): Answers {
  const amount = moneyText(amountCents)
  if (state === 'approved')
    return {
      happened: happenedText(state),
      tell: `Your ${card} was charged ${amount}. Please do not pay again. Your bill shows it soon.`,
      act: 'Check that your record system is running. Do not enter the payment by hand: the portal sends it again by itself.',
    }
  if (state === 'reversing')
    return {
      happened: happenedText(state),
      tell: `${amount} went back to your ${card}. Your bill shows it soon.`,
      act: 'Check that your record system is running. Do not undo the payment by hand: the portal does it by itself.',
    }
  return {
    happened: happenedText(state),
    tell: `We do not know yet if your ${card} was charged ${amount}. Please do not pay again. We keep asking.`,
    act: unconfirmedAct(view.asksProcessor, isLong(changedAt, view.now)),
  }
}

function unconfirmedAct(asksProcessor: boolean, long: boolean): string {
  const wait = 'Take no other payment for this bill.'
  if (!asksProcessor)
    return `${wait} No card processor is set up here, so the portal cannot ask. Look for the reference under Details at the one that you used.`
  if (long) return `${wait} Look for the reference under Details at your card processor, or call it.`
  return `${wait} The portal asks the card processor again and again, and shows here what it answers.`
}

type PayerKind = 'guest' | 'portal' | 'account'

function payerOf({ accountId, network }: OpenPayment): PayerKind {
  if (network === null) return 'portal'
  return accountId === null ? 'guest' : 'account'
}

const payerTexts: Record<PayerKind, string> = {
  guest: 'paid by a guest',
  portal: 'an installment',
  account: 'paid in the portal',
}

const startTexts: Record<PayerKind, string> = {
  guest: 'Started by a guest',
  portal: 'Started by the portal, for an installment',
  account: 'Started in the portal',
}

const historyTexts: Record<string, string> = {
  sent: 'Sent to the card processor',
  unknown: 'No answer: the patient is asked to call',
  approved: 'Card charged',
  reversing: 'Refunded at the card processor',
}

const awaitedTexts: Partial<Record<OpenPayment['state'], string>> = {
  approved: 'Payment in your records',
  reversing: 'Refund in your records',
}

/** What is known of a payment, in order; at last what it waits for. */
function timeline(payment: OpenPayment, timeZone: string): BlockOf<'steps'> {
  const { id, state, createdAt, changedAt, unanswered, unansweredAt } = payment
  const states = statesOf(payment).map(({ state: reached, at }, place) => ({
    id: `${place}-${reached}`,
    at,
    title: historyTexts[reached] ?? reached,
    isLost: reached === 'unknown',
  }))
  // A payment is lost after a question without an answer, often in the same millisecond: sorting keeps this order then.
  const events = [
    { id: 'created', at: createdAt, title: startTexts[payerOf(payment)] },
    ...states.filter(({ isLost }) => !isLost),
    ...(unansweredAt ? [{ id: 'unanswered', at: unansweredAt, title: unansweredText(unanswered) }] : []),
    ...states.filter(({ isLost }) => isLost),
  ]
  return {
    kind: 'steps',
    id: `open-${id}-timeline`,
    label: 'What happened when',
    timeline: true,
    current: 'awaited',
    steps: [
      ...events
        .toSorted((one, other) => one.at.getTime() - other.at.getTime())
        .map(({ id: step, title, at }) => ({
          id: step,
          title,
          at: { text: timeText(at, timeZone), value: at.toISOString() },
        })),
      {
        id: 'awaited',
        title: awaitedTexts[state] ?? 'Answer of the card processor',
        text: `Missing since ${timeText(changedAt, timeZone)}`,
      },
    ],
  }
}

function unansweredText(times: number): string {
  return times === 1
    ? 'Asked once more, without an answer'
    : `Asked ${times} times more, the last time without an answer`
}

/** The states after the first one; of a payment of an earlier version only the present one is known. */
function statesOf({ state, changedAt, history }: OpenPayment): { state: string; at: Date }[] {
  const known = history.map(({ state: reached, at }) => ({ state: reached, at: new Date(at) }))
  return known.at(-1)?.state === state || state === 'created' ? known : [...known, { state, at: changedAt }]
}

const tellChecking = 'We are checking this with the card processor. Please do not pay again. We will call you.'
const compare =
  'Compare the installments with the card processor and your records. Take no other payment until they agree.'

const contradictionTexts: Record<StoredContradiction['kind'], { happened: string; act: string }> = {
  'no transaction': {
    happened: 'Charged, without a transaction of the card processor',
    act: 'Look for the reference at the card processor. If the card was not charged, undo the payment in your records.',
  },
  'declined with a transaction': {
    happened: 'Declined, with a transaction of the card processor',
    act: 'Look for the reference at the card processor. If the card was charged, refund it there.',
  },
  'other sum': {
    happened: 'The charges do not add up to the amount',
    act: 'Compare what the card processor charged with what your records credit.',
  },
  'charge paid twice': {
    happened: 'Two payments of one charge are open',
    act: 'Look for both references at the card processor. If both were charged, refund one there.',
  },
  'not confirmed': {
    happened: 'In your records, not confirmed by the card processor',
    act: 'Look for the reference at the card processor. If the card was not charged, undo the payment in your records.',
  },
  'installment without a payment': { happened: 'An installment counts as paid without a payment', act: compare },
  'installment charged twice': {
    happened: 'A payment is not counted for its installment',
    act: 'Look for the payments of the installment at the card processor. If it was charged twice, refund one there.',
  },
  'installment without an end': { happened: 'An installment waits for a payment that was declined', act: compare },
  'agreement and installments': { happened: 'The agreement and its installments do not match', act: compare },
}

/** Payments that contradict themselves. */
function contradictionsTable(view: StaffPayments): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'contradictions',
    caption: 'Payments to check',
    narrow: 'lines',
    columns: [
      { id: 'who', label: 'Patient', main: true },
      { id: 'what', label: 'What is wrong' },
      { id: 'since', label: 'Noticed' },
    ],
    rows: view.contradictions.map(({ subject, kind, patientId, detectedAt }, at) => {
      const { happened, act } = contradictionTexts[kind]
      const who = view.nameOf(patientId)
      return rowOf({
        id: `contradiction-${at}`,
        cells: { who: whoCell(who), what: { text: happened }, since: sinceCell(detectedAt, view) },
        tell: tellChecking,
        act,
        about: `${who.name}, ${happened}`,
        more: [references(`contradiction-${at}-references`, [['Reference', subject]])],
      })
    }),
    empty: { picture: 'check', text: 'Nothing contradicts itself.' },
  }
}

const stopTexts: Partial<Record<StopReason, string>> = {
  card: 'The card is no longer on file',
  declined: 'The card was declined twice',
  refunded: 'A payment was refunded',
}

/** Installment plans that stopped without their payer. */
function stoppedTable(stopped: readonly InstallmentPlan[], view: StaffPayments): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'failed-installments',
    caption: 'Stopped installments',
    narrow: 'lines',
    columns: [
      { id: 'who', label: 'Patient', main: true },
      { id: 'what', label: 'What happened' },
      { id: 'since', label: 'Since' },
    ],
    rows: stopped.map((plan) => ({
      id: `failed-${plan.id}`,
      cells: {
        who: whoCell(view.nameOf(plan.patientId)),
        what: { text: (plan.stoppedBy && stopTexts[plan.stoppedBy]) ?? '', help: cardText(plan) },
        since: sinceCell(plan.changedAt, view),
      },
      detail: [
        answers(`failed-${plan.id}`, {
          tell: `${cardText(plan)} is not charged again for your installments. You can pay what is left in another way.`,
          act: 'Agree with the patient on how the rest is paid.',
        }),
      ],
    })),
    empty: { picture: 'check', text: 'No installments have stopped in the last 60 days.' },
  }
}

interface RowParts extends Omit<Answers, 'happened'>, Pick<Row, 'id' | 'cells'> {
  /** Names the button of the details, for assistive technology. */
  about: string
  more: BlockList
}

function rowOf({ id, cells, tell, act, about, more }: RowParts): Row {
  return {
    id,
    cells,
    detail: [
      {
        kind: 'grid',
        id: `${id}-more`,
        columns: 1,
        label: about,
        fold: { after: 1, more: 'Details', less: 'Hide details' },
        blocks: [answers(id, { tell, act }), ...more],
      },
    ],
  }
}

function answers(id: string, { tell, act }: Omit<Answers, 'happened'>): BlockOf<'facts'> {
  return {
    kind: 'facts',
    id: `${id}-answers`,
    facts: [
      { id: 'tell', name: 'Tell the patient', value: tell },
      { id: 'act', name: 'Do now', value: act },
    ],
  }
}

function references(id: string, named: [string, string][]): BlockOf<'facts'> {
  const facts = named.filter(([, value]) => value !== '')
  return { kind: 'facts', id, facts: facts.map(([name, value]) => ({ id: name.toLowerCase(), name, value })) }
}

function whoCell({ name, number }: PatientName): Row['cells'][string] {
  return { text: name, help: number }
}

function sinceCell(at: Date, { now, timeZone }: StaffPayments): Row['cells'][string] {
  return { text: dateText(dayOf(at, timeZone)), help: `${clockText(at, timeZone)}, ${ageText(at, now)}` }
}

function timeText(at: Date, timeZone: string): string {
  return `${dateText(dayOf(at, timeZone))} ${clockText(at, timeZone)}`
}
