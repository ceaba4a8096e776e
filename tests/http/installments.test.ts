/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { chargeInstallments } from '../../server/features/payments/installments/charge-installments.ts'
import { notifyPayer } from '../../server/features/payments/installments/notify-payer.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { reversePayment } from '../../server/features/payments/reverse-payment.ts'
import { watchRefunds } from '../../server/features/payments/watch-refunds.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { addDays, dateText, startOfDay } from '../../server/protocol/time-words.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { dialogOf, payByCard, testCards } from '../support/card-payment.ts'
import { guardianId, newGuardian } from '../support/guardians.ts'
import { guestOf } from '../support/guests.ts'
import { agree, agreement, makeDue, preview, sectionIn, stopInput, today } from '../support/installments.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { cardsIn } from '../support/saved-cards.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting, withSetting } from '../support/switches.ts'

const it = portalTest({ maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com', ben: 'ben.carter' })

const page = '/ui/screens/user/home/Installments'
const region = '/ui/regions/billing.charges'
const settings = '/ui/screens/user/home/Settings'
const timeZone = 'America/New_York'
const mail = people.mariaAlvarez.email

const charged = ({ records }: RunningPortal) =>
  rowsOf<{ amount: number; status: string }>(
    records.db,
    sql`select amount, status from card_payments where status <> 'ended' order by at`,
  )
const plans = ({ database }: RunningPortal) =>
  rowsOf<{ state: string; reason: string | null }>(
    database.db,
    sql`select state, stopped_by as reason from installment_plans order by agreed_at`,
  )
const states = async ({ database }: RunningPortal) =>
  (await rowsOf<{ state: string }>(database.db, sql`select state from installments order by number`)).map(
    ({ state }) => state,
  )
const titleOf = ({ body }: Awaited<ReturnType<typeof agree>>) => dialogOf(body.effects)?.title

async function charge(portal: RunningPortal, number?: number): Promise<void> {
  if (number !== undefined) await makeDue(portal, number)
  await runNow(portal, chargeInstallments)
  await runDueJobs(portal, postPayment)
}

/** About the plan; notices of what was paid are examined in receipt-notices.test.ts. */
async function mails(portal: RunningPortal, to: string = mail): Promise<string[]> {
  await runDueJobs(portal, notifyPayer)
  await runDueJobs(portal, deliverMessage)
  return (await portal.outbox(to))
    .filter(({ id, subject }) => id > lastMail && !subject.includes('received your payment'))
    .map(({ subject, text }) => `${subject}\n${text}`)
}
let lastMail = 0

async function payOtherwise({ records }: RunningPortal, cents: number): Promise<void> {
  await records.db.execute(
    sql`update charges set patient_paid = patient_responsible - ${cents} where patient_n = 1001 and description like 'Tissue%'`,
  )
  await records.db.execute(
    sql`update charges set patient_paid = patient_responsible where patient_n = 1001 and description not like 'Tissue%'`,
  )
}

/** Undoes what earlier tests agreed and paid, once the record server has been told of it. */
beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await runDueJobs(portal, postPayment)
  await runDueJobs(portal, notifyPayer)
  await runDueJobs(portal, deliverMessage)
  const { database, records } = portal
  await database.db.execute(sql`delete from installment_plans`)
  await database.db.execute(sql`delete from payments`)
  await database.db.execute(sql`delete from entered_cards`)
  await database.db.execute(sql`delete from opened_cards`)
  for (const table of ['charges', 'saved_cards'])
    await records.db.execute(
      sql`create table if not exists ${sql.identifier(`${table}_before`)} as select * from ${sql.identifier(table)}`,
    )
  await records.db.execute(
    sql`update charges c set patient_paid = b.patient_paid from charges_before b
      where b.practice = c.practice and b.bill_id = c.bill_id`,
  )
  await records.db.execute(sql`delete from saved_cards where owner <> ''`)
  await records.db.execute(sql`delete from portal_payments`)
  await records.db.execute(sql`delete from card_payments`)
  lastMail = Math.max(0, ...(await portal.outbox(mail)).map(({ id }) => id))
})

describe('an agreement to installments', () => {
  it('is offered beside paying everything, and shows dates and amounts before the person agrees', async ({
    portal,
    maria,
  }) => {
    expect(JSON.stringify((await maria.get(region)).body)).toContain('/user/home/Installments')
    const first = addDays(today(portal), 5)
    const dialog = dialogOf((await preview(portal, maria, { count: 2, firstOn: first })).body.effects)
    const words = wordsOf(dialog?.blocks ?? [])
    for (const each of [dateText(first), '$156.22', '$156.23', 'Visa ending in 4242', 'I agree that'])
      expect(words).toContain(each)
    expect(await plans(portal)).toEqual([])
  })

  it('is stored, mailed, and charges once on its day', async ({ portal, maria }) => {
    const first = addDays(today(portal), 5)
    expect(titleOf(await agree(portal, maria, { firstOn: first }))).toBe('Your installments are set up')
    await charge(portal)
    expect(await charged(portal)).toEqual([])
    const [agreed] = await mails(portal)
    expect(agreed).toContain(dateText(first))
    expect(agreed).toContain('card ending in 4242')
    expect(agreed).not.toMatch(/\$|Maria/)
    await charge(portal, 1)
    await charge(portal)
    expect(await charged(portal)).toEqual([{ amount: 10_415, status: 'approved' }])
    expect(await states(portal)).toEqual(['paid', 'waiting', 'waiting'])
    const section = wordsOf([(await sectionIn(maria)) as BlockOf<'section'>])
    for (const words of ['1 of 3', 'Not due yet', 'Paid']) expect(section).toContain(words)
    const receipts = JSON.stringify((await maria.get(region)).body).match(/\/payment\/printReceipt[^"]*/g) ?? []
    expect(new Set(receipts).size).toBe(1)
    for (const receipt of receipts) expect((await maria.get(`/ui/screens${receipt}`)).status).toBe(200)
  })

  it('pays the oldest charges first, and ends after the last payment', async ({ portal, maria }) => {
    await agree(portal, maria)
    for (const number of [1, 2, 3]) await charge(portal, number)
    expect((await charged(portal)).map(({ amount }) => amount)).toEqual([10_415, 10_415, 10_415])
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
    expect(await sectionIn(maria)).toBeUndefined()
    expect(JSON.stringify((await maria.get(region)).body)).toContain('No Due Payment')
    expect((await mails(portal))[0]).toContain('complete')
    const days = await rowsOf<{ day: string }>(
      portal.database.db,
      sql`select min(c.day)::text as day from payment_charges c join payments p on p.id = c.payment_id
        group by p.created_at order by p.created_at`,
    )
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
  })

  it('that begins today charges from 9 in the morning on, where the practice is', async ({ portal, maria }) => {
    await agree(portal, maria, { firstOn: today(portal) })
    const [{ at } = { at: '' }] = await rowsOf<{ at: string }>(
      portal.database.db,
      sql`select to_char(try_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as at from installments order by number`,
    )
    expect(at).toBe(`${today(portal)} 09:00`)
  })

  it('is made once by a double press, and by two devices', async ({ portal, maria }) => {
    const other = await portal.signIn('maria.alvarez')
    const input = await agreement(portal, maria)
    const key = 'one-press-only'
    const pressed = await Promise.all([1, 2].map(() => maria.act('payments.agreeInstallments', input, { key })))
    expect(pressed.map(titleOf)).toEqual(Array(2).fill('Your installments are set up'))
    expect(titleOf(await other.act('payments.agreeInstallments', input))).toBe('Nothing was agreed')
    expect(await plans(portal)).toHaveLength(1)
    expect(JSON.stringify((await maria.get(region)).body)).not.toContain('/user/home/Installments')
    expect(wordsOf((await maria.get<Screen>(page)).body.blocks)).toContain('in installments already')
  })

  it('needs the tick, a day within 30 days, 2 to 12 payments and an own card', async ({ portal, maria }) => {
    const input = await agreement(portal, maria)
    const tryOut = async (change: object) =>
      (await maria.act('payments.agreeInstallments', { ...input, ...change })).status
    expect(await tryOut({ agreed: false })).toBe(422)
    expect(await tryOut({ firstOn: addDays(today(portal), -1) })).toBe(422)
    expect(await tryOut({ firstOn: addDays(today(portal), 31) })).toBe(422)
    expect(await tryOut({ count: 1 })).toBe(422)
    expect(await tryOut({ count: 13 })).toBe(422)
    expect(await tryOut({ card: 'x'.repeat(43) })).toBe(409)
    expect(await plans(portal)).toEqual([])
  })

  it('is not made about an amount that has changed, or is below $50.00', async ({ portal, maria }) => {
    const input = await agreement(portal, maria)
    await payOtherwise(portal, 6000)
    expect(titleOf(await maria.act('payments.agreeInstallments', input))).toBe('Nothing was agreed')
    expect(await plans(portal)).toEqual([])
    await payOtherwise(portal, 4900)
    expect(wordsOf((await maria.get<Screen>(page)).body.blocks)).toContain('from $50.00 on')
    expect(JSON.stringify((await maria.get(region)).body)).not.toContain('/user/home/Installments')
  })

  it('needs a saved card, and says how to save one', async ({ portal, gabriel }) => {
    await portal.records.db.execute(
      sql`update charges set patient_paid = 0, patient_responsible = 8000
        where patient_n = (select patient_n from patients where first_name = 'Lucas' and practice = 'lakeside' limit 1)`,
    )
    const { body } = await gabriel.get<Screen>(page)
    expect(wordsOf(body.blocks)).toContain('Save Card Details')
    expect(JSON.stringify(body)).toContain('/user/home/MakePayment')
  })

  it('needs the setting, and goes on when it is switched off', async ({ portal, maria, ben }) => {
    expect((await ben.get(page)).status).toBe(403)
    await agree(portal, maria)
    await withSetting(portal, { name: 'Portal_Installments', value: false }, async () => {
      expect(await maria.get(page)).toMatchObject({ status: 403, body: { code: 'route.off' } })
      await charge(portal, 1)
      expect(await charged(portal)).toHaveLength(1)
      await maria.act('payments.stopInstallments', await stopInput(maria))
      expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'payer' }])
      expect(JSON.stringify((await maria.get(region)).body)).not.toContain('/user/home/Installments')
    })
  })

  it('is not for guests, administrators and strangers', async ({ portal }) => {
    const guest = await guestOf(portal)
    expect((await guest.get(page)).status).toBe(403)
    expect(JSON.stringify((await guest.get(region)).body)).not.toContain('Installments')
    for (const name of ['previewInstallments', 'agreeInstallments', 'stopInstallments'])
      expect([name, (await guest.act(`payments.${name}`, {})).status]).toEqual([name, 403])
    expect((await (await portal.signIn('front.desk')).get(page)).status).toBe(403)
    expect((await portal.visitor().get(page)).status).toBe(401)
  })
})

describe('a reminder', () => {
  it('is sent once, three days before a payment', async ({ portal, maria }) => {
    const first = addDays(today(portal), 10)
    await agree(portal, maria, { firstOn: first })
    await mails(portal)
    const tryAt = startOfDay(addDays(first, -3), timeZone).getTime()
    portal.clock.aheadMs += tryAt + 8 * 3_600_000 - portal.portal.now().getTime()
    await runNow(portal, chargeInstallments)
    expect(await mails(portal)).toHaveLength(1)
    portal.clock.aheadMs += 2 * 3_600_000
    await runNow(portal, chargeInstallments)
    await runNow(portal, chargeInstallments)
    const [reminder, ...others] = await mails(portal)
    expect(others).toHaveLength(1)
    expect(reminder).toContain(`A payment is due on ${dateText(first)} with your card ending in 4242.`)
    expect(reminder).not.toMatch(/\$|Maria/)
    expect(await charged(portal)).toEqual([])
  })

  it('is not sent when nothing is owed: the agreement ends', async ({ portal, maria }) => {
    await agree(portal, maria, { firstOn: addDays(today(portal), 10) })
    await payOtherwise(portal, 0)
    await portal.database.db.execute(sql`update installments set remind_at = '2020-01-01' where number = 1`)
    await charge(portal)
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
    expect((await mails(portal)).join()).not.toContain('is due')
  })
})

describe('a bill that was paid otherwise', () => {
  it('is not charged, and ends the agreement', async ({ portal, maria }) => {
    await agree(portal, maria)
    await payOtherwise(portal, 0)
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([])
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
    expect(await states(portal)).toEqual(['not owed', 'not owed', 'not owed'])
  })

  it('is charged no more than is left of it', async ({ portal, maria }) => {
    await agree(portal, maria)
    await payOtherwise(portal, 2000)
    await charge(portal, 1)
    await charge(portal, 2)
    expect(await charged(portal)).toEqual([{ amount: 2000, status: 'approved' }])
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
    expect(await states(portal)).toEqual(['paid', 'not owed', 'not owed'])
  })

  it('leaves later charges alone', async ({ portal, maria }) => {
    await agree(portal, maria)
    await portal.database.db.execute(sql`update installment_plans set bill_ids = '["1"]'`)
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([])
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
  })

  it('waits while somebody is paying it', async ({ portal, maria }) => {
    await agree(portal, maria)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await payByCard(portal, maria, { number: testCards.lost })
    await charge(portal, 1)
    expect(await states(portal)).toEqual(['waiting', 'waiting', 'waiting'])
    await portal.heal()
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    await runDueJobs(portal, postPayment)
    await charge(portal)
    expect((await charged(portal)).map(({ amount }) => amount)).toEqual([31_245])
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
  })
})

/** Saves a card that is approved at first and declined when it is used again. */
async function saveCard(portal: RunningPortal, visitor: Visitor, number: string = testCards.declinedLater) {
  await payByCard(portal, visitor, { number, amount: '5.00', details: { save: true, cardName: 'Mine' } })
  await runDueJobs(portal, postPayment)
  await portal.records.db.execute(sql`delete from card_payments`)
}

describe('a card', () => {
  it('that is declined is charged once more after three days; then the agreement stops', async ({ portal, maria }) => {
    await saveCard(portal, maria)
    await agree(portal, maria, { card: '0341' })
    await mails(portal)
    await charge(portal, 1)
    await charge(portal)
    expect(await charged(portal)).toMatchObject([{ status: 'declined' }])
    const again = dateText(addDays(today(portal), 3))
    const [declined] = await mails(portal)
    expect(declined).toContain(`once more on ${again}`)
    expect(wordsOf([(await sectionIn(maria)) as BlockOf<'section'>])).toContain(`tried once more on ${again}`)
    await charge(portal, 1)
    expect(await charged(portal)).toMatchObject([{ status: 'declined' }, { status: 'declined' }])
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'declined' }])
    expect(await states(portal)).toEqual(['declined', 'stopped', 'stopped'])
    expect((await mails(portal))[0]).toContain('have stopped')
    const { body } = await maria.get<RegionContent>(region)
    expect(wordsOf(body.blocks)).toContain('The card was declined again.')
    const admin = await portal.signIn('front.desk')
    const open = await admin.get<RegionContent>('/ui/regions/payments.open')
    expect(wordsOf(open.body.blocks)).toContain('The card was declined twice')
    await charge(portal, 2)
    expect(await charged(portal)).toHaveLength(2)
  })

  it('that is deleted stops the agreement', async ({ portal, maria }) => {
    await saveCard(portal, maria, testCards.approved)
    await agree(portal, maria, { card: '1111' })
    await mails(portal)
    const card = (await cardsIn(maria)).find(({ title }) => title.includes('1111'))
    const act = card?.actions?.find(({ id }) => id.endsWith('-delete'))?.do
    if (act?.type !== 'call') throw new Error('the card cannot be deleted')
    expect(act.confirm?.text).toContain('The installments with it stop.')
    await maria.act(act.action, act.input ?? {})
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'card' }])
    expect((await mails(portal))[0]).toContain('no longer on file')
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([])
  })

  it('that the office deleted stops the agreement on its day', async ({ portal, maria }) => {
    await saveCard(portal, maria, testCards.approved)
    await agree(portal, maria, { card: '1111' })
    await portal.records.db.execute(sql`delete from saved_cards where owner <> ''`)
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([])
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'card' }])
  })
})

describe('installments are stopped', () => {
  it('by the person, at any time', async ({ portal, maria }) => {
    await agree(portal, maria)
    await mails(portal)
    await charge(portal, 1)
    const input = await stopInput(maria)
    expect((await maria.act('payments.stopInstallments', input)).status).toBe(200)
    expect(await states(portal)).toEqual(['paid', 'stopped', 'stopped'])
    expect((await mails(portal))[0]).toContain('You stopped them.')
    await charge(portal, 2)
    expect(await charged(portal)).toHaveLength(1)
    expect(await maria.act('payments.stopInstallments', input)).toMatchObject({ status: 404 })
    expect(titleOf(await agree(portal, maria))).toBe('Your installments are set up')
  })

  it('by the person under Settings, also while billing is switched off', async ({ portal, maria }) => {
    expect(await sectionIn(maria, settings)).toBeUndefined()
    await agree(portal, maria)
    expect((await mails(portal))[0]).toContain('under Billing or Settings')
    await withSetting(portal, { name: 'EnableBillingForPortal', value: false }, async () => {
      expect((await maria.get(region)).status).toBe(403)
      await maria.act('payments.stopInstallments', await stopInput(maria, settings))
      expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'payer' }])
      expect(await sectionIn(maria, settings)).toBeUndefined()
    })
  })

  it('by nobody but who agreed to them', async ({ portal, maria, gabriel }) => {
    await agree(portal, maria)
    const input = await stopInput(maria)
    expect(await gabriel.act('payments.stopInstallments', input)).toMatchObject({
      status: 404,
      body: { code: 'payments.noPlan' },
    })
    const grace = await guardianOf(portal, maria)
    expect((await grace.visitor.act('payments.stopInstallments', input)).status).toBe(404)
    expect(wordsOf((await grace.visitor.get<RegionContent>(region)).body.blocks)).toContain('Someone else is paying')
    expect([await sectionIn(grace.visitor), await sectionIn(grace.visitor, settings)]).toEqual([undefined, undefined])
    expect(await plans(portal)).toEqual([{ state: 'running', reason: null }])
  })

  it('when a guardian who agreed to them is removed', async ({ portal, maria }) => {
    const { login, visitor } = await guardianOf(portal, maria)
    await saveCard(portal, visitor, testCards.approved)
    expect(titleOf(await agree(portal, visitor, { card: '1111' }))).toBe('Your installments are set up')
    await maria.act('account.removeGuardian', { guardian: await guardianId(maria, login) })
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'access' }])
    expect((await mails(portal, login)).join()).toContain('You can no longer pay for this person.')
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([])
  })

  it('when the access of a guardian has ended by itself', async ({ portal, maria }) => {
    const { visitor } = await guardianOf(portal, maria)
    await saveCard(portal, visitor, testCards.approved)
    await agree(portal, visitor, { card: '1111' })
    await portal.database.db.execute(sql`update authorisations set ends_at = '2020-01-01' where relation = 'Other'`)
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([])
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'access' }])
  })
})

async function guardianOf(portal: RunningPortal, maria: Visitor): Promise<{ login: string; visitor: Visitor }> {
  const person = newGuardian()
  await maria.act('account.addGuardian', person)
  const { Auth_Login: login, Password } = person
  const visitor = portal.visitor()
  await visitor.act('account.signIn', { Username: login, Password, IsGuardian: true })
  return { login, visitor }
}

describe('a refund by the office', () => {
  const refund = async (portal: RunningPortal) => {
    await portal.records.db.execute(sql`update card_payments set status = 'refunded'`)
    await runNow(portal, watchRefunds)
    await runDueJobs(portal, reversePayment)
  }

  it('of a paid installment stops the agreement, and shows on it', async ({ portal, maria }) => {
    await agree(portal, maria)
    await charge(portal, 1)
    await mails(portal)
    await refund(portal)
    expect(await plans(portal)).toEqual([{ state: 'stopped', reason: 'refunded' }])
    expect(await states(portal)).toEqual(['refunded', 'stopped', 'stopped'])
    expect((await mails(portal))[0]).toContain('A payment was refunded.')
    await charge(portal, 2)
    expect(await charged(portal)).toHaveLength(1)
  })

  it('after the last installment leaves the agreement ended', async ({ portal, maria }) => {
    await agree(portal, maria, { count: 2 })
    for (const number of [1, 2]) await charge(portal, number)
    await refund(portal)
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
    expect(await states(portal)).toEqual(['refunded', 'refunded'])
  })
})

describe('what is late', () => {
  const due = ({ database }: RunningPortal) =>
    rowsOf<{ number: number; day: string }>(
      database.db,
      sql`select number, due_on::text as day from installments order by due_on, number`,
    )
  /** Runs while the portal's clock is ahead. */
  const later = async (portal: RunningPortal, days: number, act: () => Promise<void>) => {
    const before = portal.clock.aheadMs
    portal.clock.aheadMs += days * 86_400_000
    await act().finally(() => (portal.clock.aheadMs = before))
  }

  it('by up to a week is charged once, and the next one on its day', async ({ portal, maria }) => {
    await agree(portal, maria)
    await later(portal, 12, async () => {
      await charge(portal)
      await charge(portal)
      expect(await states(portal)).toEqual(['paid', 'waiting', 'waiting'])
    })
    expect(await charged(portal)).toHaveLength(1)
  })

  it('by a year charges nothing: it moves behind the other ones, with an e-mail', async ({ portal, maria }) => {
    const first = addDays(today(portal), 5)
    await agree(portal, maria, { firstOn: first })
    await mails(portal)
    await later(portal, 370, async () => {
      const now = today(portal)
      await charge(portal)
      await charge(portal)
      expect(await charged(portal)).toEqual([])
      expect(await states(portal)).toEqual(['waiting', 'waiting', 'waiting'])
      const days = (await due(portal)).map(({ day }) => day)
      expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(3)
      for (const day of days) expect(day > addDays(now, 3)).toBe(true)
      const [moved, ...others] = (await mails(portal)).filter((text) => text.includes('new dates'))
      expect(others).toEqual([])
      expect(moved).toContain(`${dateText(first)} is now ${dateText(days[0] ?? '')}`)
      expect(moved).toContain('Nothing was charged')
    })
  })

  it('by two months charges what is due today and moves the rest', async ({ portal, maria }) => {
    await agree(portal, maria)
    await portal.database.db.execute(
      sql`update installments set due_on = due_on - 61, try_at = try_at - interval '61 days', remind_at = null`,
    )
    await portal.database.db.execute(
      sql`update installments set due_on = ${today(portal)}, try_at = '2020-01-01' where number = 3`,
    )
    await charge(portal)
    await charge(portal)
    expect(await charged(portal)).toHaveLength(1)
    expect((await due(portal)).map(({ number }) => number)).toEqual([3, 1, 2])
    expect(await states(portal)).toEqual(['waiting', 'waiting', 'paid'])
    const section = JSON.stringify(await sectionIn(maria))
    const [, next] = await due(portal)
    expect(section).toContain(dateText(next?.day ?? ''))
  })

  it('ends the agreement if nothing is owed any more', async ({ portal, maria }) => {
    await agree(portal, maria)
    await payOtherwise(portal, 0)
    await later(portal, 100, () => charge(portal))
    expect(await plans(portal)).toEqual([{ state: 'ended', reason: null }])
  })
})

describe('an installment is charged at most once', () => {
  it('also if the job runs twice at once', async ({ portal, maria }) => {
    await agree(portal, maria)
    await makeDue(portal, 1)
    await Promise.all([runNow(portal, chargeInstallments), runNow(portal, chargeInstallments)])
    await charge(portal)
    expect(await charged(portal)).toHaveLength(1)
  })

  it('if its process was killed before the payment was sent', async ({ portal, maria }) => {
    await agree(portal, maria)
    await portal.database.db.execute(sql`update installments set state = 'paying' where number = 1`)
    await charge(portal, 1)
    expect(await charged(portal)).toHaveLength(1)
    expect(await states(portal)).toEqual(['paid', 'waiting', 'waiting'])
  })

  it('if its process was killed after the card was charged', async ({ portal, maria }) => {
    await agree(portal, maria)
    await charge(portal, 1)
    await portal.database.db.execute(sql`update payments set state = 'sent', transaction_id = null`)
    await portal.database.db.execute(sql`update installments set state = 'paying', paid_cents = null where number = 1`)
    await charge(portal)
    expect(await states(portal)).toEqual(['paying', 'waiting', 'waiting'])
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    await charge(portal)
    expect(await states(portal)).toEqual(['paid', 'waiting', 'waiting'])
    expect(await charged(portal)).toHaveLength(1)
  })

  it('if an older backup of the portal was restored', async ({ portal, maria }) => {
    await agree(portal, maria)
    await charge(portal, 1)
    await portal.database.db.execute(sql`delete from payments`)
    await portal.database.db.execute(sql`update installments set state = 'waiting', paid_cents = null`)
    await charge(portal, 1)
    expect(await charged(portal)).toHaveLength(1)
    expect(await rowsOf(portal.records.db, sql`select 1 from portal_payments`)).toHaveLength(1)
  })

  it('if the processor did not answer: its lookup decides', async ({ portal, maria }) => {
    await agree(portal, maria)
    await portal.fault({ kind: 'lost', path: 'cc/finalPaymentUsingToken', times: 1 })
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await charge(portal, 1)
    await charge(portal)
    expect(await states(portal)).toEqual(['paying', 'waiting', 'waiting'])
    expect(wordsOf([(await sectionIn(maria)) as BlockOf<'section'>])).toContain('being paid')
    await maria.act('payments.stopInstallments', await stopInput(maria))
    await portal.heal()
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    await charge(portal)
    expect(await states(portal)).toEqual(['paid', 'stopped', 'stopped'])
    expect(await charged(portal)).toHaveLength(1)
  })

  it('an hour later if the processor could not be reached, which is no decline', async ({ portal, maria }) => {
    await agree(portal, maria)
    await mails(portal)
    await portal.fault({ kind: 'down', path: 'cc/finalPaymentUsingToken' })
    await charge(portal, 1)
    await portal.heal()
    await charge(portal)
    expect(await charged(portal)).toEqual([])
    expect(await mails(portal)).toHaveLength(1)
    await charge(portal, 1)
    expect(await charged(portal)).toEqual([{ amount: 10_415, status: 'approved' }])
    expect(await states(portal)).toEqual(['paid', 'waiting', 'waiting'])
  })

  it('later if the record server is down, or the practice has no card processor', async ({ portal, maria }) => {
    await agree(portal, maria)
    await portal.fault({ kind: 'down', path: 'GetInvoiceData' })
    await charge(portal, 1)
    await portal.heal()
    await setSetting(portal, { name: 'Card_Payment_Key', value: 'another' })
    await charge(portal)
    expect(await states(portal)).toEqual(['waiting', 'waiting', 'waiting'])
    await setSetting(portal, { name: 'Card_Payment_Key', value: 'sandbox-card-key-lakeside' })
    await expect.poll(async () => (await charge(portal), await charged(portal))).toHaveLength(1)
  })
})
