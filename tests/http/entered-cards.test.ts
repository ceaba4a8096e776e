import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { amountInput, enterCard, testCards } from '../support/card-payment.ts'
import { runDueJobs } from '../support/jobs.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { billsOf, titleOf, undoPayments } from '../support/stored-payments.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez', other: 'maria.alvarez' })

const page = '/ui/screens/user/home/MakePayment'

beforeEach<{ portal: RunningPortal }>(({ portal }) => undoPayments(portal))

describe('the page for a card number', () => {
  it('is opened twenty times an hour', async ({ portal, maria, other }) => {
    const open = async (visitor: Visitor) => {
      await visitor.act('payments.changeCard', {})
      return visitor.act('payments.openCard', {})
    }
    await portal.records.db.execute(sql`delete from card_sessions`)
    for (let count = 0; count < 20; count++) expect((await open(count % 2 ? maria : other)).status).toBe(200)
    expect(await open(maria)).toMatchObject({ status: 429, body: { code: 'payments.tooManyCards' } })
    expect(await rowsOf(portal.records.db, sql`select 1 from card_sessions`)).toHaveLength(20)
    await portal.database.db.execute(sql`update opened_cards set opened_at = opened_at - interval '61 minutes'`)
    expect((await open(maria)).status).toBe(200)
  })
})

describe('an entered card', bothEngines, () => {
  const numberOf = async (visitor: Visitor) =>
    JSON.stringify(
      blocksOf((await visitor.get<Screen>(page)).body.blocks, 'facts').find(({ id }) => id === 'card-number'),
    )

  it('ends at sign-out', async ({ portal }) => {
    const visitor = await portal.signIn('maria.alvarez')
    await enterCard(portal, visitor, testCards.approved)
    expect(await numberOf(visitor)).toContain('1111')
    await visitor.act('account.signOut', {})
    expect(await rowsOf(portal.database.db, sql`select 1 from entered_cards`)).toEqual([])
  })

  it('belongs to its session: another one of the same person neither sees it, nor pays with it, nor ends it', async ({
    portal,
    maria,
    other,
  }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria, { bills: (await billsOf(portal))[0] ?? '' })
    expect(await numberOf(other)).toBeUndefined()
    expect(await other.act('payments.pay', input)).toMatchObject({ status: 409, body: { code: 'payments.session' } })
    await enterCard(portal, other, testCards.declined)
    const leaving = await portal.signIn('maria.alvarez')
    await leaving.act('account.signOut', {})
    expect(await numberOf(maria)).toContain('1111')
    expect(await numberOf(other)).toContain('0002')
  })

  it('ends with a session that ended by itself: the next one begins without', async ({ portal }) => {
    const visitor = await portal.signIn('maria.alvarez')
    await enterCard(portal, visitor, testCards.approved)
    await portal.database.db.execute(
      sql`delete from sessions where created_at = (select max(created_at) from sessions)`,
    )
    await visitor.signIn('maria.alvarez')
    expect(await numberOf(visitor)).toBeUndefined()
    await visitor.act('account.signOut', {})
  })

  it('that was not charged is not asked for again, and the chosen charges stay', async ({ portal, maria }) => {
    const [latest = ''] = await billsOf(portal)
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria, { bills: latest })
    // The processor is down when the payment is sent, and again when it is looked up: it has received nothing.
    await portal.fault({ kind: 'down', path: 'cc/finalPayment', times: 1 })
    const refused = await maria.act('payments.pay', input)
    expect(titleOf(refused)).toBe('Nothing was charged')
    expect(refused.body.effects).toContainEqual({
      type: 'navigate',
      to: `/user/home/Billing?pay=${latest}`,
      replace: true,
    })
    expect(await numberOf(maria)).toContain('1111')
    const paid = await maria.act('payments.pay', await amountInput(maria, { bills: latest }))
    expect(titleOf(paid)).toBe('Payment Successful!')
    expect(paid.body.effects).toContainEqual({ type: 'navigate', to: '/user/home/Billing', replace: true })
    expect(await numberOf(maria)).toBeUndefined()
    await runDueJobs(portal, postPayment)
  })
})

describe('trying again after the processor failed', () => {
  it('keeps the chosen charges', async ({ portal, maria }) => {
    const [latest = ''] = await billsOf(portal)
    await portal.fault({ kind: 'down', path: '/cards/' })
    const { body } = await maria.get<Screen>(`${page}?bills=${latest}`)
    await portal.heal()
    const [notice] = blocksOf(body.blocks, 'notice')
    expect(notice?.actions?.[0]?.do).toMatchObject({ to: `/user/home/MakePayment?bills=${latest}` })
  })
})
