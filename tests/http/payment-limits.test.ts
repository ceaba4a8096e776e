/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { amountInput, dialogOf, enterCard, payByCard, testCards } from '../support/card-payment.ts'
import { guestOf } from '../support/guests.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { billsOf, charged, titleOf, undoPayments } from '../support/stored-payments.ts'
import { withSetting } from '../support/switches.ts'

const it = portalTest({ maria: 'maria.alvarez', other: 'maria.alvarez' })

beforeEach<{ portal: RunningPortal }>(({ portal }) => undoPayments(portal))

const wordsIn = ({ body }: Awaited<ReturnType<typeof payByCard>>) => wordsOf(dialogOf(body.effects)?.blocks ?? [])
const decline = (portal: RunningPortal, visitor: Visitor) =>
  payByCard(portal, visitor, { number: testCards.declined, amount: '1.00' })

/** As if declined payments were older, in hours. */
const age = ({ database }: RunningPortal, hours: number) =>
  database.db.execute(sql`update payments set changed_at = changed_at - make_interval(hours => ${hours})`)

describe('declined cards', () => {
  it('are five an hour and fifteen a day: the next one does not reach the processor', async ({ portal, maria }) => {
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) expect(titleOf(await decline(portal, maria))).toBe('Payment failed')
      const refused = await payByCard(portal, maria)
      expect(titleOf(refused)).toBe('Nothing was charged')
      expect(wordsIn(refused)).toContain(
        'Several payments were declined or are not confirmed yet. Please try again in an hour, or call the office at (212) 555-0140.',
      )
      await age(portal, 2)
    }
    expect(titleOf(await payByCard(portal, maria))).toBe('Nothing was charged')
    expect((await charged(portal)).map(({ status }) => status)).toEqual(Array(15).fill('declined'))
    await age(portal, 24)
    expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
  })

  it('count for the patient too, whoever pays, and not for others', async ({ portal, maria }) => {
    const guest = await guestOf(portal)
    for (let count = 0; count < 5; count++) await decline(portal, maria)
    await portal.database.db.execute(sql`update payments set payer = 'person:0'`)
    expect(titleOf(await payByCard(portal, maria))).toBe('Nothing was charged')
    await enterCard(portal, guest, { number: testCards.approved, at: '/ui/screens/user/guestPayment' })
    const others = await guest.act('payments.pay', { ...(await amountInput(guest)), amount: '1.00' })
    expect(titleOf(others)).toBe('Payment Successful!')
  })

  it('count for the network, whoever pays for whom', async ({ portal, maria }) => {
    for (let count = 0; count < 5; count++) await decline(portal, maria)
    await portal.database.db.execute(sql`update payments set payer = 'person:0', patient_id = '1'`)
    for (let count = 0; count < 5; count++) await decline(portal, maria)
    await portal.database.db.execute(sql`update payments set payer = 'person:0', patient_id = '1'`)
    expect(titleOf(await payByCard(portal, maria))).toBe('Nothing was charged')
    await portal.database.db.execute(sql`update payments set network = 'another'`)
    expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
  })

  it('that are sent all at once are no more', async ({ portal, maria }) => {
    for (let count = 0; count < 4; count++) await decline(portal, maria)
    const bills = await billsOf(portal)
    await enterCard(portal, maria, testCards.declined)
    const inputs = await Promise.all(bills.map((each) => amountInput(maria, { bills: each })))
    const answers = await Promise.all(inputs.map((input) => maria.act('payments.pay', { ...input, amount: '1.00' })))
    expect(answers.map(titleOf).filter((title) => title === 'Payment failed')).toHaveLength(1)
    expect(await charged(portal)).toHaveLength(5)
  })
})

describe('a small amount', () => {
  it('is at least what the practice says, or all that is owed', async ({ portal, maria }) => {
    const small = await payByCard(portal, maria, { amount: '0.99' })
    expect([small.status, small.body.errors]).toMatchObject([
      422,
      [{ pointer: '/amount', message: 'Please pay at least $1.00.' }],
    ])
    await withSetting(portal, { name: 'Portal_Least_Payment', value: 100 }, async () => {
      expect((await payByCard(portal, maria, { amount: '99.99' })).status).toBe(422)
      await portal.records.db.execute(
        sql`update charges set patient_paid = patient_responsible where patient_n = 1001 and description not like 'Tissue%'`,
      )
      await portal.records.db.execute(
        sql`update charges set patient_paid = patient_responsible - 50 where patient_n = 1001 and description like 'Tissue%'`,
      )
      expect(await charged(portal)).toEqual([])
      expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
      expect(await charged(portal)).toMatchObject([{ amount: 50 }])
    })
  })
})
