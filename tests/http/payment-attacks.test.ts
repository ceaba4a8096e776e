/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { amountInput, dialogOf, enterCard, inputOf, payByCard, testCards } from '../support/card-payment.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { cardsIn, inputIn } from '../support/saved-cards.ts'
import { billsOf, charged, titleOf, undoPayments } from '../support/stored-payments.ts'
import { withSetting } from '../support/switches.ts'

const it = portalTest({ maria: 'maria.alvarez', other: 'maria.alvarez' })

type Answer = Awaited<ReturnType<typeof payByCard>>
const wordsIn = ({ body }: Answer) => wordsOf(dialogOf(body.effects)?.blocks ?? [])

/** Returns the input of the amount dialog for the card that the office saved. */
async function savedCardInput(visitor: Visitor, bills?: string): Promise<Record<string, unknown>> {
  const [card] = await cardsIn(visitor)
  const chosen = await visitor.act('payments.chooseSaved', { ...inputIn(card), ...(bills ? { bills } : {}) })
  return inputOf(dialogOf(chosen.body.effects))
}

beforeEach<{ portal: RunningPortal }>(({ portal }) => undoPayments(portal))

describe('what is owed is read again once a payment is stored', () => {
  it('so that a slow request charges nothing that was paid meanwhile', async ({ portal, maria, other }) => {
    const input = await savedCardInput(maria)
    await enterCard(portal, other, testCards.approved)
    const others = await amountInput(other)
    const slow = () => maria.act('payments.pay', input)
    const answer = await portal.holdCall('cards/', slow, async () => {
      expect(titleOf(await other.act('payments.pay', others))).toBe('Payment Successful!')
      await runDueJobs(portal, postPayment)
    })
    expect(titleOf(answer)).toBe('Nothing was charged')
    expect(wordsIn(answer)).toContain('What you owe has changed meanwhile.')
    expect(await charged(portal)).toEqual([{ amount: 31_245, status: 'approved' }])
  })

  it('and again the next time if the record server fails then', async ({ portal, maria }) => {
    const input = await savedCardInput(maria)
    const paying = () => maria.act('payments.pay', input)
    const down = () => portal.fault({ kind: 'down', path: 'GetInvoiceData' })
    expect((await portal.holdCall('cards/', paying, down)).status).toBeGreaterThanOrEqual(500)
    await portal.heal()
    expect(await charged(portal)).toEqual([])
    await expect.poll(async () => titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
  })
})

describe('a payment counts what other payments of the patient take', () => {
  it('of other charges, so that a credit is not paid twice', async ({ portal, maria, other }) => {
    const [latest = '', older, oldest] = await billsOf(portal)
    const input = await savedCardInput(maria, latest)
    const rest = await savedCardInput(other, `${older}.${oldest}`)
    expect([input.amount, rest.amount]).toEqual(['176.00', '186.45'])
    const answers = await Promise.all([maria.act('payments.pay', input), other.act('payments.pay', rest)])
    expect(new Set(answers.map(titleOf))).toEqual(new Set(['Nothing was charged', 'Payment Successful!']))
    expect(await charged(portal)).toHaveLength(1)
  })

  it('where more than the balance may be paid, too', async ({ portal, maria, other }) => {
    await withSetting(portal, { name: 'Portal_Payment_Credit', value: true }, async () => {
      const [latest, , oldest] = await billsOf(portal)
      const first = { ...(await savedCardInput(maria, latest)), amount: '312.45' }
      const second = { ...(await savedCardInput(other, oldest)), amount: '312.45' }
      await portal.fault({ kind: 'down', path: 'portal_payment' })
      // What is more than the chosen charge goes to the next one, and leaves the last one.
      expect(titleOf(await maria.act('payments.pay', { ...first, amount: '200.00' }))).toBe('Payment Successful!')
      const refused = await other.act('payments.pay', second)
      for (const words of ['What you owe has changed meanwhile.', 'It is $38.00 now.'])
        expect(wordsIn(refused)).toContain(words)
      await portal.heal()
      expect(await charged(portal)).toEqual([{ amount: 20_000, status: 'approved' }])
    })
  })

  it('that is not confirmed, and locks only its own charges', async ({ portal, maria }) => {
    const [latest, older = '', oldest = ''] = await billsOf(portal)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    const unknown = await payByCard(portal, maria, { number: testCards.lost, bills: latest, amount: '100.00' })
    expect(titleOf(unknown)).toBe('We do not know yet if you have paid')
    const locked = await rowsOf<{ id: string }>(
      portal.database.db,
      sql`select bill_id as id from payment_charges c join payments p on p.id = c.payment_id where p.state = 'unknown'`,
    )
    expect(locked).toEqual([{ id: latest }])
    const others = await payByCard(portal, maria, { bills: `${older}.${oldest}`, amount: '186.45' })
    expect(titleOf(others)).toBe('Payment Successful!')
    await portal.heal()
    expect((await charged(portal)).map(({ amount }) => amount)).toEqual([10_000, 18_645])
  })
})

describe('a card that was entered', () => {
  it('in another tab is not charged by a dialog that shows the earlier one', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    await enterCard(portal, maria, testCards.challenged)
    const refused = await maria.act('payments.pay', input)
    expect(refused).toMatchObject({ status: 409, body: { code: 'payments.otherNumber' } })
    const { number: _, ...without } = input
    expect((await maria.act('payments.pay', without)).status).toBe(409)
    expect(await charged(portal)).toEqual([])
  })

  it('on another device is never charged', async ({ portal, maria, other }) => {
    await enterCard(portal, other, testCards.challenged)
    await enterCard(portal, maria, testCards.approved)
    expect(titleOf(await maria.act('payments.pay', await amountInput(maria)))).toBe('Payment Successful!')
    expect(await charged(portal)).toHaveLength(1)
  })
})
