/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { chargeInstallments } from '../../server/features/payments/installments/charge-installments.ts'
import { noticeMessages } from '../../server/features/messages/message-notices.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { watchRefunds } from '../../server/features/payments/watch-refunds.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { payByCard, testCards } from '../support/card-payment.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { undoPayments } from '../support/stored-payments.ts'

const it = portalTest({ maria: 'maria.alvarez' })

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.heal()
  await undoPayments(portal)
})

const stateOf = async ({ database }: RunningPortal, licensee: string) =>
  (
    await rowsOf<{ state: string }>(
      database.db,
      sql`select state from payments where licensee_id = ${licensee} order by id`,
    )
  ).map(({ state }) => state)

/** Northgate has no card processor in the seed. */
async function openProcessorOfNorthgate(portal: RunningPortal): Promise<void> {
  const key = 'the-key-of-northgate'
  await portal.records.db.execute(sql`insert into admin_settings values ('northgate', 'Card_Payment_Key', ${key})`)
  await setSetting(portal, { licenseeId: 'northgate', name: 'Card_Payment_Key', value: key })
}

/** Northgate has a payment without an end, which is older than every other one. */
async function payAtNorthgate({ database }: RunningPortal, state: 'unknown' | 'posted'): Promise<void> {
  await database.db.execute(
    sql`insert into payments (id, licensee_id, patient_id, payer, state, amount_cents, card, created_at, changed_at)
      values ('of-northgate', 'northgate', '2001', 'person:0', ${state}, 100, 'Visa', now() - interval '1 day',
        now() - interval '1 day')`,
  )
}

describe('while the card processor of another practice', () => {
  it('hangs, a payment is settled, and the other one afterwards', async ({ portal, maria }) => {
    await openProcessorOfNorthgate(portal)
    await payAtNorthgate(portal, 'unknown')
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await payByCard(portal, maria, { number: testCards.lost })
    expect(await stateOf(portal, 'lakeside')).toEqual(['unknown'])
    await portal.heal()
    await portal.fault({ kind: 'hold', practice: 'northgate', path: 'cc/endPayment' })
    portal.clock.aheadMs += 120_000
    portal.jobs.soon(resolvePayments)
    await expect.poll(() => portal.held()).toBe(1)
    await expect.poll(() => stateOf(portal, 'lakeside')).not.toEqual(['unknown'])
    await runDueJobs(portal, postPayment)
    expect(await stateOf(portal, 'lakeside')).toEqual(['posted'])
    portal.jobs.soon(resolvePayments, 'lakeside')
    expect([await portal.held(), await stateOf(portal, 'northgate')]).toEqual([1, ['unknown']])
    await portal.heal()
    await expect.poll(() => stateOf(portal, 'northgate')).toEqual(['declined'])
  })

  it('is dead, a payment is settled, and refunds are noticed', async ({ portal, maria }) => {
    await payAtNorthgate(portal, 'posted')
    await payByCard(portal, maria)
    await runDueJobs(portal, postPayment)
    await portal.records.db.execute(sql`update card_payments set status = 'refunded'`)
    await portal.fault({ kind: 'down', practice: 'northgate', path: 'cards' })
    portal.clock.aheadMs += 7 * 3_600_000
    for (const work of [watchRefunds, resolvePayments, chargeInstallments]) await runNow(portal, work)
    expect(await stateOf(portal, 'lakeside')).toEqual([expect.stringMatching(/^(reversing|refunded)$/)])
    expect(await stateOf(portal, 'northgate')).toEqual(['posted'])
  })
})

describe('while the record server of another practice hangs', () => {
  it('new messages are looked for, again and again', async ({ portal }) => {
    await runNow(portal, noticeMessages)
    await portal.fault({ kind: 'hold', practice: 'northgate' })
    const placeOf = (practice: string) =>
      portal.database.db.execute(sql`delete from message_places where licensee_id = ${practice}`)
    const isLooked = async () =>
      (await rowsOf(portal.database.db, sql`select 1 from message_places where licensee_id = 'lakeside'`)).length
    for (let times = 0; times < 3; times++) {
      await placeOf('lakeside')
      portal.jobs.soon(noticeMessages)
      await expect.poll(isLooked).toBe(1)
    }
  })
})
