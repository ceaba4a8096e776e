import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { payByCard, testCards, amountInput, enterCard } from '../support/card-payment.ts'
import { guestOf } from '../support/guests.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { undoPayments } from '../support/stored-payments.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez', admin: 'front.desk' })

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.heal()
  await undoPayments(portal)
  await portal.database.db.execute(sql`delete from payment_contradictions`)
})

const openRegion = '/ui/regions/payments.open'
const waitingRegion = '/ui/regions/admin.waiting'

async function openTable(admin: Visitor) {
  const { body } = await admin.get<RegionContent>(openRegion)
  const table = blocksOf(body.blocks, 'table').find(({ id }) => id === 'open-payments')
  if (!table) throw new Error('there is no table')
  return table
}

async function countOn(admin: Visitor) {
  const { body } = await admin.get<RegionContent>(waitingRegion)
  return blocksOf(body.blocks, 'tiles')[0]?.tiles.find(({ id }) => id === 'payments')?.count
}

async function asksToCall(visitor: Visitor): Promise<boolean> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/billing.charges')
  return wordsOf(body.blocks).includes('A payment is not confirmed yet')
}

/** What payer and staff see at the moment: whether to call, the rows, and what the card counts. */
async function seen(payer: Visitor, admin: Visitor) {
  const [calls, table, count] = [await asksToCall(payer), await openTable(admin), await countOn(admin)]
  return { calls, rows: table.rows.length, count: count?.value ?? 0 }
}

async function payUnconfirmed(portal: RunningPortal, maria: Visitor): Promise<void> {
  await portal.fault({ kind: 'down', path: 'cc/endPayment' })
  await payByCard(portal, maria, { number: testCards.lost })
}

describe('a payment that is not confirmed', bothEngines, () => {
  it('is shown to staff in the moment in which the payer is asked to call, and leaves with it', async ({
    portal,
    maria,
    admin,
  }) => {
    expect(await seen(maria, admin)).toEqual({ calls: false, rows: 0, count: 0 })
    await payUnconfirmed(portal, maria)
    expect(await seen(maria, admin)).toEqual({ calls: true, rows: 1, count: 1 })
    await portal.heal()
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    expect(await seen(maria, admin)).toEqual({ calls: false, rows: 0, count: 0 })
    await runDueJobs(portal, postPayment)
    expect(await seen(maria, admin)).toEqual({ calls: false, rows: 0, count: 0 })
  })

  it('has its patient by name and record number, and what happened when', async ({ portal, maria, admin }) => {
    await payUnconfirmed(portal, maria)
    const words = wordsOf([await openTable(admin)])
    const { firstName, lastName, emrid } = people.mariaAlvarez
    for (const each of [
      `${firstName} ${lastName}`,
      `Record ${emrid}`,
      '$312.45',
      'Started in the portal',
      'Sent to the card processor',
      'Asked once more, without an answer',
      'No answer: the patient is asked to call',
    ])
      expect(words).toContain(each)
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    expect(wordsOf([await openTable(admin)])).toContain('Asked 2 times more, the last time without an answer')
  })

  it('has a name of 60 letters, and the number alone while the record server is down', async ({
    portal,
    maria,
    admin,
  }) => {
    await payUnconfirmed(portal, maria)
    const long = 'A'.repeat(60)
    const patient = sql`practice = 'lakeside' and patient_n = 1001`
    await portal.records.db.execute(sql`update patients set last_name = ${long} where ${patient}`)
    expect((await openTable(admin)).rows[0]?.cells.who?.text).toContain(long)
    await portal.records.db.execute(
      sql`update patients set last_name = ${people.mariaAlvarez.lastName} where ${patient}`,
    )
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    expect((await openTable(admin)).rows[0]?.cells.who).toEqual({
      text: 'Name not available',
      help: 'Patient number 1001',
    })
  })

  it('of a guest says so', async ({ portal, admin }) => {
    const guest = await guestOf(portal)
    await enterCard(portal, guest, { number: testCards.lost, at: '/ui/screens/user/guestPayment' })
    const input = await amountInput(guest)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await guest.act('payments.pay', { ...input, amount: '5.00' })
    expect(await seen(guest, admin)).toEqual({ calls: true, rows: 1, count: 1 })
    const words = wordsOf([await openTable(admin)])
    expect(words).toContain('Eleanor Whitfield')
    expect(words).toContain('Started by a guest')
  })

  it('is not shown to another practice, nor to patients', async ({ portal, maria }) => {
    await payUnconfirmed(portal, maria)
    const other = await portal.signIn('office.lead')
    expect((await openTable(other)).rows).toEqual([])
    expect(await countOn(other)).toBeUndefined()
    expect((await maria.get(openRegion)).status).toBe(403)
    expect((await maria.get(waitingRegion)).status).toBe(403)
  })

  it('reaches the open screen and the dashboard of an administrator', async ({ portal, maria, admin }) => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const topics = new Set<string>()
    for (const region of [openRegion, waitingRegion]) {
      const { body } = await admin.get<RegionContent>(region)
      expect(body.topics).toContain('admins:lakeside/payments')
      for (const topic of body.topics) topics.add(topic)
    }
    const page = await openLivePage(portal, [...topics], { cookie })
    await payUnconfirmed(portal, maria)
    await page.caughtUp()
    expect(page.heard.flatMap((hint) => hint.topics)).toContain('admins:lakeside/payments')
    const before = page.heard.length
    await portal.heal()
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    await page.caughtUp()
    expect(page.heard.length).toBeGreaterThan(before)
  })
})

describe('a payment that is charged and not in the records', () => {
  it('is shown to staff once it takes longer than usual, and the screen knows when that is', async ({
    portal,
    maria,
    admin,
  }) => {
    await portal.fault({ kind: 'down', path: 'portal_payment' })
    await payByCard(portal, maria)
    expect(await seen(maria, admin)).toEqual({ calls: false, rows: 0, count: 0 })
    for (const region of [openRegion, waitingRegion])
      expect((await admin.get<RegionContent>(region)).body.changesAt).toBeDefined()
    portal.clock.aheadMs += 60_000
    expect(await seen(maria, admin)).toEqual({ calls: false, rows: 1, count: 1 })
    const words = wordsOf([await openTable(admin)])
    expect(words).toContain('Charged, not yet in your records')
    expect(words).toContain('Card charged')
  })
})

describe('the dashboard of administrators', () => {
  it('has cards for what exists only', async ({ admin }) => {
    const { body } = await admin.get<Screen>('/ui/screens/admin/home/dashboard')
    expect(blocksOf(body.blocks, 'region').map(({ src }) => src)).toEqual(['admin.waiting'])
    const { body: region } = await admin.get<RegionContent>(waitingRegion)
    const tiles = blocksOf(region.blocks, 'tiles').flatMap((block) => block.tiles)
    expect(tiles.map(({ title }) => title)).toEqual([
      'Find Patients',
      'To do',
      'Open payments',
      'Settings',
      'Practice Header',
      'Your account',
    ])
    for (const { do: act } of tiles) {
      if (act?.type !== 'navigate') throw new Error('a card leads nowhere')
      expect((await admin.get(`/ui/screens${act.to}`)).status).toBe(200)
    }
  })
})
