/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { contradictionsIn } from '../../server/features/payments/contradictions.store.ts'
import { chargeInstallments } from '../../server/features/payments/installments/charge-installments.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { reversePayment } from '../../server/features/payments/reverse-payment.ts'
import { watchRefunds } from '../../server/features/payments/watch-refunds.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { dialogOf, inputOf } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { agree, makeDue, stopInput } from '../support/installments.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { cardsIn, inputIn } from '../support/saved-cards.ts'
import { balanceIn, charged, recorded, stored, titleOf, undoPayments } from '../support/stored-payments.ts'

const handle = dyingHandle()
const it = portalTest({ maria: 'maria.alvarez' }, { onStatement: handle.hear })

/**
 * As the handle does, each time at another address: what runs in the background meanwhile dies too and makes it more
 * often, and an address has sixty tries a minute.
 */
function everyDeath(maria: Visitor, each: Parameters<typeof handle.everyDeath>[0]): Promise<number> {
  return handle.everyDeath(async (dying) => {
    maria.move()
    await each(dying)
  })
}

const owed = 'You owe $312.45'
const nothingOwed = 'No Due Payment'

const states = ({ database }: RunningPortal) =>
  rowsOf<{ plan: string; installment: string }>(
    database.db,
    sql`select p.state as plan, i.state as installment from installment_plans p
      join installments i on i.plan_id = p.id order by i.number`,
  )

beforeEach<{ portal: RunningPortal }>(({ portal }) => undo(portal))

async function undo(portal: RunningPortal): Promise<void> {
  await portal.database.db.execute(sql`delete from installment_plans`)
  await undoPayments(portal)
}

/** What the portal does by itself within some minutes. */
async function minutesLater(portal: RunningPortal): Promise<void> {
  portal.clock.aheadMs += 120_000
  await runNow(portal, resolvePayments).finally(() => (portal.clock.aheadMs -= 120_000))
  await runDueJobs(portal, postPayment)
}

async function seeRefunds(portal: RunningPortal): Promise<void> {
  await runNow(portal, watchRefunds)
  await runDueJobs(portal, reversePayment)
}

const contradictions = ({ database }: RunningPortal) =>
  contradictionsIn(database.db, { licenseeId: 'lakeside', before: new Date('2100-01-01') })

/** Maria's first card of the office, with the amount dialog open. */
async function dialogInput(maria: Visitor): Promise<Record<string, unknown>> {
  const [card] = await cardsIn(maria)
  return inputOf(dialogOf((await maria.act('payments.chooseSaved', inputIn(card))).body.effects))
}

const pay = async (maria: Visitor) => maria.act('payments.pay', await dialogInput(maria))

it('a payment is charged once and posted, or nothing is charged, wherever the database is lost', async ({
  portal,
  maria,
}) => {
  const outcomes = new Set<string>()
  const statements = await everyDeath(maria, async (dying) => {
    await undo(portal)
    const input = await dialogInput(maria)
    const answer = await dying(() => maria.act('payments.pay', input))
    await minutesLater(portal)
    const [payment] = await stored(portal)
    const outcome = payment?.state ?? 'none'
    outcomes.add(outcome)
    const isPaid = outcome === 'posted'
    expect({
      outcome,
      charges: (await charged(portal)).map(({ status }) => status),
      recorded: (await recorded(portal)).length,
      contradictions: await contradictions(portal),
      balance: await balanceIn(maria),
    }).toEqual({
      outcome: isPaid ? 'posted' : expect.stringMatching(/^(none|declined)$/),
      charges: isPaid ? ['approved'] : [],
      recorded: isPaid ? 1 : 0,
      contradictions: [],
      balance: isPaid ? nothingOwed : owed,
    })
    if (titleOf(answer) === 'Payment Successful!') expect(isPaid).toBe(true)
    if (!isPaid) expect(titleOf(await pay(maria))).toBe('Payment Successful!')
  })
  expect(statements).toBeGreaterThan(5)
  expect([...outcomes]).toEqual(expect.arrayContaining(['none', 'posted']))
})

it('a charged payment is posted once', async ({ portal, maria }) => {
  const statements = await everyDeath(maria, async (dying) => {
    await undo(portal)
    await portal.fault({ kind: 'down', path: 'portal_payment' })
    await pay(maria)
    await runDueJobs(portal, postPayment)
    await portal.heal()
    await dying(() => runDueJobs(portal, postPayment))
    await minutesLater(portal)
    expect(await stored(portal)).toMatchObject([{ state: 'posted' }])
    expect(await recorded(portal)).toHaveLength(1)
    expect([await contradictions(portal), await balanceIn(maria)]).toEqual([[], nothingOwed])
  })
  expect(statements).toBeGreaterThan(1)
})

it('a refund is taken back from the record once', async ({ portal, maria }) => {
  const statements = await everyDeath(maria, async (dying) => {
    await undo(portal)
    await pay(maria)
    await runDueJobs(portal, postPayment)
    await portal.records.db.execute(sql`update card_payments set status = 'refunded'`)
    await dying(() => seeRefunds(portal))
    await seeRefunds(portal)
    expect(await stored(portal)).toMatchObject([{ state: 'refunded' }])
    expect([await recorded(portal), await contradictions(portal), await balanceIn(maria)]).toEqual([[], [], owed])
  })
  expect(statements).toBeGreaterThan(2)
})

it('an installment is charged once', async ({ portal, maria }) => {
  const statements = await everyDeath(maria, async (dying) => {
    await undo(portal)
    expect((await agree(portal, maria)).status).toBe(200)
    await makeDue(portal, 1)
    await dying(() => runNow(portal, chargeInstallments))
    // What was not charged is tried again an hour later.
    for (const run of ['follows', 'charges']) {
      await minutesLater(portal)
      await makeDue(portal, 1)
      await runNow(portal, chargeInstallments)
      expect([run, (await charged(portal)).length < 2]).toEqual([run, true])
    }
    await runDueJobs(portal, postPayment)
    expect((await states(portal)).map(({ installment }) => installment)).toEqual(['paid', 'waiting', 'waiting'])
    expect(await charged(portal)).toEqual([{ amount: 10_415, status: 'approved' }])
    expect([await recorded(portal), await contradictions(portal)]).toEqual([[{ amount: 10_415 }], []])
  })
  expect(statements).toBeGreaterThan(5)
})

it('a plan runs or is stopped, with all its installments', async ({ portal, maria }) => {
  const statements = await everyDeath(maria, async (dying) => {
    await undo(portal)
    await agree(portal, maria)
    const input = await stopInput(maria)
    const answer = await dying(() => maria.act('payments.stopInstallments', input))
    const all = new Set((await states(portal)).map(({ plan, installment }) => `${plan}: ${installment}`))
    expect([['running: waiting'], ['stopped: stopped']]).toContainEqual([...all])
    if (answer.status === 200) expect([...all]).toEqual(['stopped: stopped'])
    await maria.act('payments.stopInstallments', input)
    expect((await states(portal)).every(({ plan }) => plan === 'stopped')).toBe(true)
    expect([await charged(portal), await contradictions(portal)]).toEqual([[], []])
  })
  expect(statements).toBeGreaterThan(2)
})

it('a saved card is deleted or stays, and can be deleted then', async ({ portal, maria }) => {
  const own = async () =>
    (await cardsIn(maria)).find(({ actions }) => actions?.some(({ id }) => id.endsWith('-delete')))
  await portal.records.db.execute(sql`create table if not exists cards_before as select * from saved_cards`)
  const statements = await everyDeath(maria, async (dying) => {
    await portal.records.db.execute(sql`delete from saved_cards`)
    await portal.records.db.execute(sql`insert into saved_cards overriding system value select * from cards_before`)
    const before = (await cardsIn(maria)).length
    const input = inputIn(await own())
    const answer = await dying(() => maria.act('payments.deleteCard', input))
    const left = (await cardsIn(maria)).length
    expect([before, before - 1]).toContain(left)
    if (answer.status === 200) expect(left).toBe(before - 1)
    await maria.act('payments.deleteCard', input)
    expect(await cardsIn(maria)).toHaveLength(before - 1)
  })
  expect(statements).toBeGreaterThan(0)
})
