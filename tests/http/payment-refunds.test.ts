/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { reversePayment } from '../../server/features/payments/reverse-payment.ts'
import { watchRefunds } from '../../server/features/payments/watch-refunds.ts'
import { payByCard, testCards } from '../support/card-payment.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { balanceIn, billsOf, recorded, stored, titleOf, undoPayments } from '../support/stored-payments.ts'

const it = portalTest({ maria: 'maria.alvarez' })

const page = '/ui/screens/user/home/MakePayment'
const region = '/ui/regions/billing.charges'
const receipt = '/ui/screens/payment/printReceipt'

beforeEach<{ portal: RunningPortal }>(({ portal }) => undoPayments(portal))

/** The office gives the money back at the processor. */
const refund = ({ records }: RunningPortal) => records.db.execute(sql`update card_payments set status = 'refunded'`)

describe('a refund by the office', () => {
  const isRefunded = async (portal: RunningPortal, maria: Visitor) => {
    await runDueJobs(portal, reversePayment)
    expect(await stored(portal)).toMatchObject([{ state: 'refunded' }])
    expect(await recorded(portal)).toEqual([])
    expect(await balanceIn(maria)).toBe('You owe $312.45')
    expect(wordsOf((await maria.get<RegionContent>(region)).body.blocks)).toContain('Refunded')
    expect(wordsOf((await maria.get<Screen>(receipt)).body.blocks)).toContain('This payment was refunded.')
    expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
  }

  it('before the payment is posted means that it is not posted', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'portal_payment' })
    await payByCard(portal, maria)
    await runDueJobs(portal, postPayment) // an attempt that began before the refund has ended
    await refund(portal)
    await portal.heal()
    await runDueJobs(portal, postPayment)
    await isRefunded(portal, maria)
  })

  it('while it is posted, or later, reaches bill and receipt', async ({ portal, maria }) => {
    const pay = async () => {
      await payByCard(portal, maria)
      await runDueJobs(portal, postPayment)
    }
    await portal.holdCall('portal_payment', pay, async () => void (await refund(portal)))
    expect(await stored(portal)).toMatchObject([{ state: 'posted' }])
    await runNow(portal, watchRefunds)
    await isRefunded(portal, maria)
  })

  it('of a payment that the record took without the portal knowing is taken back', async ({ portal, maria }) => {
    await portal.fault({ kind: 'lost', path: 'portal_payment' })
    await payByCard(portal, maria)
    await runDueJobs(portal, postPayment)
    expect([...(await stored(portal)), ...(await recorded(portal))]).toMatchObject([{ state: 'approved' }, {}])
    await refund(portal)
    await portal.heal()
    await expect
      .poll(async () => (await runDueJobs(portal, postPayment), await stored(portal)))
      .not.toMatchObject([{ state: 'approved' }])
    await isRefunded(portal, maria)
  })

  it('is told to staff while the record server does not know it', async ({ portal, maria }) => {
    await payByCard(portal, maria)
    await runDueJobs(portal, postPayment)
    await refund(portal)
    await portal.fault({ kind: 'down', path: 'portal_refund' })
    await runNow(portal, watchRefunds)
    portal.clock.aheadMs += 120_000
    const admin = await portal.signIn('front.desk')
    const { body } = await admin.get<RegionContent>('/ui/regions/payments.open')
    expect(wordsOf(body.blocks)).toContain('Refunded, still paid in your records')
    await portal.heal()
    await isRefunded(portal, maria)
  })
})

describe('a transaction of the processor', () => {
  it('is that of one payment: a second one with it stays unknown', async ({ portal, maria }) => {
    const [latest, older] = await billsOf(portal)
    await payByCard(portal, maria, { bills: latest, amount: '100.00' })
    await runDueJobs(portal, postPayment)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await payByCard(portal, maria, { number: testCards.lost, bills: older, amount: '50.00' })
    await portal.records.db.execute(
      sql`alter table card_payments drop constraint if exists card_payments_transaction_id_key`,
    )
    await portal.records.db.execute(
      sql`update card_payments set transaction_id = (select transaction_id from card_payments where amount = 10000)`,
    )
    await portal.heal()
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    expect(await stored(portal)).toMatchObject([{ state: 'posted' }, { state: 'unknown' }])
    expect(await recorded(portal)).toEqual([{ amount: 10_000 }])
  })
})

describe('the sums', () => {
  it('count a payment once that the record has credited before the portal knows', async ({ portal, maria }) => {
    const [, , oldest] = await billsOf(portal)
    await portal.fault({ kind: 'lost', path: 'portal_payment' })
    await payByCard(portal, maria, { bills: oldest, amount: '38.00' })
    await runDueJobs(portal, postPayment)
    expect(await stored(portal)).toMatchObject([{ state: 'approved' }])
    expect(await recorded(portal)).toEqual([{ amount: 3800 }])
    expect(await balanceIn(maria)).toBe('You owe $274.45')
    expect(wordsOf((await maria.get<RegionContent>(region)).body.blocks)).toContain('Pay $274.45')
    expect(wordsOf((await maria.get<Screen>(page)).body.blocks)).toContain('$274.45')
    await portal.heal()
  })
})
