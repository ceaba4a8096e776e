import { describe, expect, it } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { blocksOf } from '../../../tests/support/nested-blocks.ts'
import { wordsOf } from '../../../tests/support/linked-screens.ts'
import { isUnconfirmed, paymentTransitions, shownToStaffFrom, staffStates } from './payment-states.rules.ts'
import { openPaymentNotices } from './payments.history.ts'
import type { OpenPayment } from './payments.store.ts'
import { openCount, staffPaymentsBlocks, type StaffPayments } from './staff-payments.screens.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`)

const payment: OpenPayment = {
  id: 'ref-1',
  licenseeId: 'lakeside',
  patientId: '1001',
  payer: 'person:7',
  accountId: 7,
  network: 'n',
  state: 'unknown',
  amountCents: 31_245,
  card: 'Visa ending in 0119',
  transactionId: null,
  declineReason: null,
  receiptDetails: null,
  createdAt: at('14:00:00'),
  changedAt: at('14:00:08'),
  history: [
    { state: 'sent', at: at('14:00:01').toISOString() },
    { state: 'unknown', at: at('14:00:08').toISOString() },
  ],
  unanswered: 3,
  unansweredAt: at('14:02:00'),
}

const view = (open: OpenPayment[], more: Partial<StaffPayments> = {}): StaffPayments => ({
  open,
  contradictions: [],
  stopped: [],
  nameOf: () => ({ name: 'Maria Alvarez', number: 'Record LSD-1001' }),
  now: at('14:12:30'),
  timeZone: 'America/New_York',
  asksProcessor: true,
  ...more,
})

function rowOf(changes: Partial<OpenPayment> = {}, more: Partial<StaffPayments> = {}) {
  const [table] = blocksOf(staffPaymentsBlocks(view([{ ...payment, ...changes }], more)), 'table')
  const row = table?.rows[0]
  if (!row) throw new Error('there is no row')
  const [facts] = blocksOf(row.detail, 'facts')
  const [steps] = blocksOf(row.detail, 'steps')
  return { cells: row.cells, facts: factsOf(facts), steps, words: wordsOf([table]) }
}

const factsOf = (block: BlockOf<'facts'> | undefined) =>
  Object.fromEntries(block?.facts.map(({ name, value }) => [name, value]) ?? [])

describe('the payments that staff sees', () => {
  it('are shown at once exactly where the payer is asked to call', () => {
    const states = [...new Set(paymentTransitions.flatMap(({ from, to }) => [...from, to]))]
    for (const state of states) {
      const calls = wordsOf(openPaymentNotices([{ ...payment, state }], '2125550140')).includes('Call')
      const atOnce = staffStates.includes(state) && shownToStaffFrom({ ...payment, state }) <= payment.changedAt
      expect([state, atOnce, isUnconfirmed(state)]).toEqual([state, calls, calls])
    }
  })

  it('name who, what, since when, what to tell and what to do', () => {
    const { cells, facts } = rowOf()
    expect(cells).toEqual({
      who: { text: 'Maria Alvarez', help: 'Record LSD-1001' },
      what: { text: 'Not confirmed by the card processor', help: 'Visa ending in 0119, paid in the portal' },
      since: { text: '11/20/2026', help: '9:00 AM, for 12 minutes' },
      amount: { text: '$312.45' },
    })
    expect(facts['Tell the patient']).toContain('Please do not pay again')
    expect(facts['Do now']).toContain('Take no other payment')
    expect(facts['Do now']).toContain('again and again')
  })

  it('after an hour, or without a card processor, are looked for by staff', () => {
    expect(rowOf({}, { now: at('15:00:08') }).facts['Do now']).toContain('Look for the reference')
    expect(rowOf({}, { asksProcessor: false }).facts['Do now']).toContain('cannot ask')
  })

  it.each([
    ['approved', 'Charged, not yet in your records', 'Payment in your records'],
    ['reversing', 'Refunded, still paid in your records', 'Refund in your records'],
    ['sent', 'Not confirmed by the card processor', 'Answer of the card processor'],
  ] as const)('in the state %s', (state, text, awaited) => {
    const { cells, steps, facts } = rowOf({ state, history: [], unansweredAt: null })
    expect(cells.what?.text).toBe(text)
    expect(facts['Tell the patient']).toMatch(/^(Your|We do not know|\$312)/)
    expect(steps?.steps.at(-1)).toMatchObject({ id: 'awaited', title: awaited })
    expect(steps?.steps).toHaveLength(3)
  })

  it('say who paid', () => {
    expect(rowOf({ accountId: null }).words).toContain('Started by a guest')
    expect(rowOf({ network: null }).words).toContain('Started by the portal, for an installment')
  })
})

describe('the timeline of a payment', () => {
  it('lists what is stored in order, and at last what it waits for', () => {
    const { steps } = rowOf()
    expect(steps).toMatchObject({ timeline: true, current: 'awaited' })
    expect(steps?.steps.map(({ title, at: moment }) => [title, moment?.value])).toEqual([
      ['Started in the portal', at('14:00:00').toISOString()],
      ['Sent to the card processor', at('14:00:01').toISOString()],
      ['No answer: the patient is asked to call', at('14:00:08').toISOString()],
      ['Asked 3 times more, the last time without an answer', at('14:02:00').toISOString()],
      ['Answer of the card processor', undefined],
    ])
  })

  it('has the question before its result, also in the same millisecond', () => {
    const { steps } = rowOf({ unanswered: 1, unansweredAt: at('14:00:08') })
    expect(steps?.steps.map(({ title }) => title).slice(2, 4)).toEqual([
      'Asked once more, without an answer',
      'No answer: the patient is asked to call',
    ])
  })

  it('of a payment of an earlier version has its present state', () => {
    const { steps } = rowOf({ history: [], unanswered: 0, unansweredAt: null })
    expect(steps?.steps.map(({ title }) => title)).toEqual([
      'Started in the portal',
      'No answer: the patient is asked to call',
      'Answer of the card processor',
    ])
  })
})

describe('the count on the card', () => {
  it.each([
    [0, 0, undefined],
    [1, 0, { value: 1, words: '1 open' }],
    [0, 2, { value: 2, words: '2 to check' }],
    [3, 1, { value: 4, words: '3 open, 1 to check' }],
  ])('of %s open payments and %s to check', (open, toCheck, count) => expect(openCount(open, toCheck)).toEqual(count))
})
