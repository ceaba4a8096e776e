/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { chargeInstallments } from '../../server/features/payments/installments/charge-installments.ts'
import { noticeReceipt } from '../../server/features/payments/notice-receipt.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { amountInput, dialogOf, enterCard, inputOf, payByCard, testCards } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { guestOf } from '../support/guests.ts'
import { agree, makeDue } from '../support/installments.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, SentMessage, Visitor } from '../support/portal.ts'
import { cardsIn, inputIn } from '../support/saved-cards.ts'
import { charged, stored, titleOf, undoPayments } from '../support/stored-payments.ts'

const handle = dyingHandle()
const it = portalTest({ maria: 'maria.alvarez' }, { onStatement: handle.hear })

const own = people.mariaAlvarez.email
const entered = 'payer@example.org'
let lastMail = 0

/** The receipt notices of this test. */
async function notices(portal: RunningPortal, to: string = own): Promise<SentMessage[]> {
  await runDueJobs(portal, noticeReceipt)
  await runDueJobs(portal, deliverMessage)
  const isNotice = ({ id, subject }: SentMessage) => id > lastMail && subject.includes('received your payment')
  return (await portal.outbox(to)).filter(isNotice)
}

const kept = ({ database }: RunningPortal) =>
  rowsOf<{ to: string | null }>(database.db, sql`select receipt_to as "to" from payments`)

async function payWithSavedCard(maria: Visitor) {
  const [card] = await cardsIn(maria)
  return maria.act(
    'payments.pay',
    inputOf(dialogOf((await maria.act('payments.chooseSaved', inputIn(card))).body.effects)),
  )
}

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.database.db.execute(sql`delete from installment_plans`)
  await undoPayments(portal)
  await notices(portal)
  const all = (await Promise.all([own, entered].map((to) => portal.outbox(to)))).flat()
  lastMail = Math.max(0, ...all.map(({ id }) => id))
})

describe('a receipt notice', () => {
  it('goes once to the address that was entered, and leads to the receipt behind sign-in', async ({
    portal,
    maria,
  }) => {
    const answer = await payByCard(portal, maria, { details: { email: ` ${entered} ` } })
    expect(titleOf(answer)).toBe('Payment Successful!')
    const [notice, ...others] = await notices(portal, entered)
    expect([others, await notices(portal)]).toEqual([[], []])
    expect(notice).toMatchObject({ subject: 'Lakeside Dermatology received your payment' })
    expect(notice?.text).toContain('Lakeside Dermatology received your payment.')
    expect(notice?.text).toContain('this address was entered with the payment')
    expect(notice?.text).toContain('(212) 555-0140')
    for (const text of [notice?.text, notice?.html]) {
      const words = text?.replaceAll(/http:\S+/g, '') // a port or the name of a payment may contain these digits
      expect(words).not.toMatch(/\$|312|Maria|Alvarez|Visa|1111/)
    }
    expect(notice?.html).toContain('>See the receipt</a>')
    const [, link = ''] = /(\/payment\/printReceipt\?payment=\S+)/.exec(notice?.text ?? '') ?? []
    expect((await portal.visitor().get(`/ui/screens${link}`)).status).toBe(401)
    expect((await (await guestOf(portal)).get(`/ui/screens${link}`)).status).toBe(404)
    expect((await maria.get(`/ui/screens${link}`)).status).toBe(200)
    expect(await kept(portal)).toEqual([{ to: null }])
  })

  it('goes to the address of the account if none was entered, as with a card on file', async ({ portal, maria }) => {
    await payWithSavedCard(maria)
    const [notice, ...others] = await notices(portal)
    expect([others, await notices(portal, entered)]).toEqual([[], []])
    expect(notice?.text).toContain('made with your account')
    expect(notice?.text).toContain('/payment/printReceipt?payment=')
  })

  it('is not sent for a declined payment', async ({ portal, maria }) => {
    await payByCard(portal, maria, { number: testCards.declined, details: { email: entered } })
    expect(await stored(portal)).toMatchObject([{ state: 'declined' }])
    expect([await notices(portal, entered), await notices(portal)]).toEqual([[], []])
    expect(await kept(portal)).toEqual([{ to: null }])
  })

  it('waits until it is known that the card was charged, and is sent once then', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await payByCard(portal, maria, { number: testCards.lost, details: { email: entered } })
    expect(await stored(portal)).toMatchObject([{ state: 'unknown' }])
    expect(await notices(portal, entered)).toEqual([])
    await portal.heal()
    portal.clock.aheadMs += 120_000
    for (let times = 0; times < 2; times++) await runNow(portal, resolvePayments)
    portal.clock.aheadMs -= 120_000
    expect(await notices(portal, entered)).toHaveLength(1)
    expect(await notices(portal)).toEqual([])
  })

  it('is not sent for what was refunded before', async ({ portal, maria }) => {
    await payByCard(portal, maria, { details: { email: entered } })
    expect(await notices(portal, entered)).toHaveLength(1)
    await portal.database.db.execute(
      sql`update payments set state = 'reversing', receipt_noticed_at = null, receipt_to = ${entered}`,
    )
    const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(portal.database.db, sql`select id from payments`)
    await portal.jobs.add(portal.database.db, noticeReceipt, { id })
    expect(await notices(portal, entered)).toHaveLength(1)
  })

  it('of an installment goes to the account that agreed', async ({ portal, maria }) => {
    await agree(portal, maria)
    await makeDue(portal, 1)
    await runNow(portal, chargeInstallments)
    expect(await charged(portal)).toHaveLength(1)
    const [notice, ...others] = await notices(portal)
    expect(others).toEqual([])
    expect(notice?.text).toContain('you agreed to pay in installments')
    expect(notice?.text).toContain('/payment/printReceipt?payment=')
  })
})

describe('a guest', () => {
  const pay = async (portal: RunningPortal, details: object) => {
    const guest = await guestOf(portal)
    await enterCard(portal, guest, { number: testCards.approved, at: '/ui/screens/user/guestPayment' })
    expect(titleOf(await guest.act('payments.pay', await amountInput(guest, { ...details })))).toBe(
      'Payment Successful!',
    )
  }

  it('gets a receipt notice without a link at the entered address', async ({ portal }) => {
    await pay(portal, { email: entered })
    const [notice, ...others] = await notices(portal, entered)
    expect(others).toEqual([])
    expect(notice?.text).not.toMatch(/http|Eleanor|Whitfield|\$/)
    expect(notice?.html).not.toMatch(/http/)
    expect(await notices(portal, people.eleanorWhitfield.email)).toEqual([])
  })

  it('without an address gets none, and neither does the patient', async ({ portal }) => {
    await pay(portal, {})
    expect(await stored(portal)).toHaveLength(1)
    expect(await notices(portal, people.eleanorWhitfield.email)).toEqual([])
  })
})

it('a receipt notice is sent once for what was paid, wherever the database is lost', async ({ portal, maria }) => {
  const undo = async () => {
    await undoPayments(portal)
    lastMail = Math.max(lastMail, ...(await portal.outbox(own)).map(({ id }) => id))
  }
  for (const dies of ['while paying', 'while sending'] as const) {
    const statements = await handle.everyDeath(async (dying) => {
      await undo()
      if (dies === 'while paying') await dying(() => payWithSavedCard(maria)).catch(() => undefined)
      else {
        await payWithSavedCard(maria)
        await dying(() => runDueJobs(portal, noticeReceipt))
      }
      portal.clock.aheadMs += 120_000
      await runNow(portal, resolvePayments).finally(() => (portal.clock.aheadMs -= 120_000))
      const paid = (await charged(portal)).filter(({ status }) => status === 'approved')
      expect([dies, (await notices(portal)).length]).toEqual([dies, paid.length])
    })
    expect(statements).toBeGreaterThan(1)
  }
})
