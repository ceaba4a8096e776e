/** @module-tag database */
import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { reconcilePayments } from '../../server/features/payments/reconcile-payments.ts'
import { reversePayment } from '../../server/features/payments/reverse-payment.ts'
import { watchRefunds } from '../../server/features/payments/watch-refunds.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { payByCard } from '../support/card-payment.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { billsOf, recorded, stored, undoPayments } from '../support/stored-payments.ts'

const it = portalTest({ maria: 'maria.alvarez', admin: 'front.desk' })

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await undoPayments(portal)
  await portal.database.db.execute(sql`delete from installment_plans`)
  await portal.database.db.execute(sql`delete from payment_contradictions`)
})

const change = ({ database }: RunningPortal, statement: SQL) => database.db.execute(statement)

/** Looks, three hours later. */
async function reconcile(portal: RunningPortal): Promise<string[]> {
  portal.clock.aheadMs += 3 * 3_600_000
  await runNow(portal, reconcilePayments).finally(() => (portal.clock.aheadMs -= 3 * 3_600_000))
  const rows = await rowsOf<{ kind: string }>(
    portal.database.db,
    sql`select kind from payment_contradictions order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

const shown = async (admin: Visitor) =>
  wordsOf((await admin.get<RegionContent>('/ui/regions/payments.open')).body.blocks)
const dashboard = async (admin: Visitor) => wordsOf((await admin.get<Screen>('/ui/screens/admin/home/dashboard')).body)

async function paid(portal: RunningPortal, maria: Visitor): Promise<void> {
  await payByCard(portal, maria)
  await runDueJobs(portal, postPayment)
}

async function agreed(portal: RunningPortal, state: string): Promise<void> {
  const stoppedBy = state === 'stopped' ? 'payer' : null
  await change(
    portal,
    sql`insert into installment_plans values ('plan', 'lakeside', '1001', 'person:0', 1, '1', '', '', '[]', ${state},
      ${stoppedBy}, '2026-01-01', '2026-01-01')`,
  )
}

async function installment(portal: RunningPortal, state: string, attempts = 0): Promise<void> {
  await change(
    portal,
    sql`insert into installments (plan_id, number, due_on, amount_cents, state, try_at, attempts, paid_cents)
      values ('plan', 1, '2099-01-01', 100, ${state}, '2099-01-01', ${attempts}, ${state === 'paid' ? 100 : null})`,
  )
}

async function charged(portal: RunningPortal, { id, state }: { id: string; state: string }): Promise<void> {
  const transaction = state === 'declined' ? null : `txn_${id}`
  await change(
    portal,
    sql`insert into payments (id, licensee_id, patient_id, payer, state, amount_cents, card, transaction_id, created_at, changed_at)
      values (${id}, 'lakeside', '1001', 'person:0', ${state}, 100, 'Visa', ${transaction}, '2026-01-01', '2026-01-01')`,
  )
  await change(
    portal,
    sql`insert into payment_charges (payment_id, licensee_id, bill_id, day, amount_cents)
      values (${id}, 'lakeside', ${`bill of ${id}`}, '2026-01-01', 100)`,
  )
}

describe('payments that agree', () => {
  it('are no contradiction: posted, declined, refunded, and each installment', async ({ portal, maria, admin }) => {
    await paid(portal, maria)
    await agreed(portal, 'running')
    await installment(portal, 'waiting')
    await charged(portal, { id: 'declined-one', state: 'declined' })
    expect(await reconcile(portal)).toEqual([])
    expect(await shown(admin)).not.toContain('attention')
    await change(portal, sql`update installments set state = 'paid', paid_cents = 100, attempts = 1`)
    await change(portal, sql`update installment_plans set state = 'ended'`)
    await charged(portal, { id: 'plan.1.0', state: 'declined' })
    await charged(portal, { id: 'plan.1.1', state: 'posted' })
    expect(await reconcile(portal)).toEqual([])
  })
})

describe('a contradiction', () => {
  const both = (kind: string, statement: SQL): [string, (portal: RunningPortal) => Promise<unknown>] => [
    kind,
    (portal) => change(portal, statement),
  ]
  const cases: [string, (portal: RunningPortal) => Promise<unknown>][] = [
    both('no transaction', sql`update payments set transaction_id = null`),
    both('declined with a transaction', sql`update payments set state = 'declined'`),
    both('other sum', sql`update payment_charges set amount_cents = amount_cents - 1`),
    [
      'charge paid twice',
      async (portal) => {
        for (const id of ['one', 'two']) await charged(portal, { id, state: 'unknown' })
        await change(portal, sql`update payment_charges set bill_id = 'same' where payment_id in ('one', 'two')`)
      },
    ],
    [
      'installment without a payment',
      async (portal) => {
        await agreed(portal, 'ended')
        await installment(portal, 'paid')
      },
    ],
    [
      'installment charged twice',
      async (portal) => {
        await agreed(portal, 'running')
        await installment(portal, 'waiting', 1)
        await charged(portal, { id: 'plan.1.0', state: 'posted' })
      },
    ],
    [
      'installment without an end',
      async (portal) => {
        await agreed(portal, 'running')
        await installment(portal, 'paying')
        await charged(portal, { id: 'plan.1.0', state: 'declined' })
      },
    ],
    ['agreement and installments', (portal) => agreed(portal, 'running')],
    [
      'agreement and installments',
      async (portal) => {
        await agreed(portal, 'stopped')
        await installment(portal, 'waiting')
      },
    ],
  ]
  it.for(cases)('%s is found', async ([kind, cause], { portal, maria }) => {
    await paid(portal, maria)
    await cause(portal)
    const kinds = await reconcile(portal)
    expect(new Set(kinds)).toEqual(new Set([kind]))
    expect(await reconcile(portal)).toEqual(kinds)
  })

  it('reaches the open screen of an administrator, once, and leaves it again', async ({ portal, maria, admin }) => {
    await paid(portal, maria)
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, ['admins:lakeside/payments'], { cookie })
    await change(portal, sql`update payments set transaction_id = null`)
    await reconcile(portal)
    await page.caughtUp()
    expect(page.heard.flatMap(({ topics }) => topics)).toEqual(['admins:lakeside/payments'])
    const words = await shown(admin)
    for (const each of ['Some payments need your attention', 'Charged, without a transaction', '1001'])
      expect(words).toContain(each)
    expect(await dashboard(admin)).toContain('Some payments need your attention')
    const heard = page.heard.length
    await reconcile(portal)
    await page.caughtUp()
    expect(page.heard).toHaveLength(heard)
    await change(portal, sql`update payments set transaction_id = 'found again'`)
    expect(await reconcile(portal)).toEqual([])
    expect(await shown(admin)).not.toContain('attention')
    expect(await dashboard(admin)).not.toContain('attention')
  })

  it('of the processor with a posted payment is found, and ends when it confirms it', async ({ portal, maria }) => {
    await paid(portal, maria)
    await portal.records.db.execute(sql`update card_payments set status = 'declined'`)
    await runNow(portal, watchRefunds)
    expect(await reconcile(portal)).toEqual(['not confirmed'])
    await portal.records.db.execute(sql`update card_payments set status = 'approved'`)
    await change(portal, sql`update payments set looked_up_at = null`)
    await runNow(portal, watchRefunds)
    expect(await reconcile(portal)).toEqual([])
  })
})

describe('a payment whose job is lost', () => {
  it('is posted after two hours', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'portal_payment' })
    await payByCard(portal, maria)
    await runDueJobs(portal, postPayment)
    await loseJobs(portal)
    await portal.heal()
    await runNow(portal, reconcilePayments)
    expect(await stored(portal)).toMatchObject([{ state: 'approved' }])
    await reconcile(portal)
    expect([...(await stored(portal)), ...(await recorded(portal))]).toMatchObject([{ state: 'posted' }, {}])
  })

  it('is posted also after one that the record server does not take', async ({ portal, maria }) => {
    const [latest, older] = await billsOf(portal)
    await portal.fault({ kind: 'down', path: 'portal_payment' })
    await payByCard(portal, maria, { bills: latest, amount: '10.00' })
    await payByCard(portal, maria, { bills: older, amount: '20.00' })
    await runDueJobs(portal, postPayment)
    await loseJobs(portal, 2)
    await portal.heal()
    await change(
      portal,
      sql`update payment_charges set bill_id = '999999999'
        where payment_id in (select id from payments where amount_cents = 1000)`,
    )
    await reconcile(portal)
    expect(await stored(portal)).toEqual([
      { state: 'approved', amount: 1000 },
      { state: 'posted', amount: 2000 },
    ])
    await change(portal, sql`delete from payments where amount_cents = 1000`)
  })

  it('is reversed after two hours', async ({ portal, maria }) => {
    await paid(portal, maria)
    await portal.records.db.execute(sql`update card_payments set status = 'refunded'`)
    await portal.fault({ kind: 'down', path: 'portal_refund' })
    await runNow(portal, watchRefunds)
    await runDueJobs(portal, reversePayment)
    await loseJobs(portal)
    await portal.heal()
    await reconcile(portal)
    expect(await stored(portal)).toMatchObject([{ state: 'refunded' }])
    expect(await recorded(portal)).toEqual([])
  })
})

async function loseJobs(portal: RunningPortal, count = 1): Promise<void> {
  const lost = await rowsOf(
    portal.database.db,
    sql`delete from jobs.job where name in (${postPayment.name}, ${reversePayment.name}) and state <> 'completed' returning id`,
  )
  expect(lost).toHaveLength(count)
}
