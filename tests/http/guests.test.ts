import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { logInvoice } from '../../server/features/invoices/log-invoice.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { amountInput, cardDetails, dialogOf, enterCard, testCards } from '../support/card-payment.ts'
import { eleanor, guestOf } from '../support/guests.ts'
import { makeInvoice } from '../support/invoices.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { identityOf, peopleOf } from '../support/sign-up.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez' }).extend('guest', { scope: 'file' }, ({ portal }) => guestOf(portal))

const bill = '/ui/screens/user/guestBilling'
const region = '/ui/regions/billing.charges'
const page = '/ui/screens/user/guestPayment'

async function payAsGuest(portal: RunningPortal, guest: Visitor, amount: string) {
  await enterCard(portal, guest, { number: testCards.approved, at: page })
  return guest.act('payments.pay', { ...(await amountInput(guest)), amount })
}

describe('what a guest receives', bothEngines, () => {
  it('names no number of the record, in screens, parts of them, and what is sent about changes', async ({ guest }) => {
    const { patientN } = people.eleanorWhitfield
    const own = [bill, region, '/ui/screens/user/guestPayment', '/ui/screens/ThankYou', '/ui/shell']
    for (const path of own) {
      const { status, body } = await guest.get<Screen>(path)
      expect([path, status]).toEqual([path, 200])
      expect([path, JSON.stringify(body).match(new RegExp(`(?<!\\d)${patientN}(?!\\d)`))]).toEqual([path, null])
    }
    const { body } = await guest.get<RegionContent>(region)
    expect(body.topics.filter((topic) => topic.startsWith('guest/'))).toEqual(['guest/bills', 'guest/invoices'])
  })

  it('is notified of a change of the bill, and of nothing else of the patient', async ({ portal, guest }) => {
    const { patientN } = people.eleanorWhitfield
    const raw = `patient:lakeside:${patientN}`
    const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const live = await openLivePage(portal, ['guest/bills', 'guest/appointments', `${raw}/appointments`], { cookie })
    portal.portal.hints.publish({
      topics: [`${raw}/bills`, `${raw}/appointments`, 'patient:lakeside:1/bills'],
      cause: 'a',
    })
    portal.portal.hints.publish({ topics: ['patient:lakeside:1/bills', `${raw}/appointments`], cause: 'b' })
    await live.caughtUp()
    expect(live.heard.map(({ cause }) => cause)).toEqual(['a'])
    expect(JSON.stringify(live.heard)).not.toContain(String(patientN))
  })
})

describe('the verification of a guest', () => {
  it('has its words, and both spellings of its address [2 §2.9 §2.73]', async ({ portal }) => {
    for (const route of ['guestLogin', 'guestlogin']) {
      const { status, body } = await portal.visitor().get<Screen>(`/ui/screens/user/${route}`)
      expect([status, body.title]).toEqual([200, 'Verification'])
      expect(wordsOf(body.blocks)).toContain('Please verify patient information to view invoice and pay the bills')
    }
  })

  it('leads to the bill [2 §1.20 §3.47 §7.5]', async ({ portal }) => {
    const { body } = await portal.visitor().act('guests.verify', eleanor)
    expect(body.effects.at(-1)).toEqual({ type: 'navigate', to: '/user/guestBilling', replace: true })
  })

  it.for([
    ['nobody fits', { ...eleanor, PatientZIP: '10025' }],
    [
      'several fit',
      {
        ...eleanor,
        PatientFirstName: 'John',
        PatientLastName: 'Smith',
        PatientDOB: '1970-01-02',
        PatientGender: 1,
        PatientZIP: '10001',
      },
    ],
  ] as const)('says the same when %s [2 §8.8 §8.9]', async ([, input], { portal }) => {
    const { status, body } = await portal.visitor().act('guests.verify', input)
    expect([status, body.detail]).toEqual([404, 'No patient information found.'])
  })

  it.for([
    ['PatientFirstName', ' ', 'Enter the first name.'],
    ['PatientDOB', '2999-01-01', 'The date of birth cannot be in the future.'],
    ['PatientZIP', '', 'Enter the ZIP code.'],
    ['PatientGender', 4, 'Choose a gender.'],
  ] as const)('refuses %s %j [2 §5.16 §5.17 §5.18]', async ([field, value, message], { portal }) => {
    const { body } = await portal.visitor().act('guests.verify', { ...eleanor, [field]: value })
    expect(body.errors?.map((error) => error.message)).toEqual([message])
  })

  it('is throttled for one person and from one place', async ({ portal }) => {
    const who = { ...eleanor, PatientFirstName: 'Nobody' }
    const statuses: number[] = []
    const visitor = portal.visitor()
    for (let tries = 0; tries < 6; tries++) statuses.push((await visitor.act('guests.verify', who)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  })

  it('counts the birth dates of one name together, and leaves its owner a way from elsewhere', async ({ portal }) => {
    const who = { ...eleanor, PatientFirstName: 'Somebody' }
    const stranger = portal.visitor()
    const statuses: number[] = []
    for (const day of [1, 2, 3, 4, 5, 6])
      statuses.push((await stranger.act('guests.verify', { ...who, PatientDOB: `1951-09-0${day}` })).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
    expect((await portal.visitor().act('guests.verify', who)).status).toBe(404)
  })

  it('asks for a contact on record after forty tries of a name from everywhere, and never shuts it', async ({
    portal,
  }) => {
    const [somebody] = await peopleOf(portal, 1)
    if (!somebody) throw new Error('nobody without an account has an address')
    const { email, cellPhone } = somebody
    const attempt = async (changes: object) => {
      const { status, body } = await portal.visitor().act('guests.verify', { ...identityOf(somebody), ...changes })
      return body.effects ? (dialogOf(body.effects)?.title ?? 'a guest') : status
    }
    const wrong = { PatientDOB: '1951-01-01' }
    for (let tries = 0; tries < 40; tries++) await attempt(wrong)
    expect(await attempt({})).toBe('One more detail')
    for (let tries = 0; tries < 21; tries++) await attempt({ ...wrong, Contact: `guess${tries}@example.org` })
    expect(await attempt({ Contact: 'somebody@example.org' })).toBe(404)
    expect(await attempt({ Contact: email.toUpperCase() })).toBe('a guest')
    expect(await attempt({ Contact: cellPhone })).toBe('a guest')
    for (let tries = 0; tries < 20; tries++) await attempt({ ...wrong, Contact: email })
    const refused = await portal.visitor().act('guests.verify', { ...identityOf(somebody), Contact: email })
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([
      429,
      undefined,
      'lookup.tooMany',
    ])
  })

  it('does not replace the session of an account', async ({ maria }) => {
    expect(await maria.act('guests.verify', eleanor)).toMatchObject({ status: 409, body: { code: 'guests.signedIn' } })
    expect((await maria.get('/ui/screens/user/home/Billing')).status).toBe(200)
  })
})

describe('a guest', bothEngines, () => {
  it('sees what is owed, and not for what [2 §2.11 §2.78]', async ({ guest }) => {
    expect((await guest.get(bill)).status).toBe(200)
    const { body } = await guest.get<RegionContent>(region)
    const words = wordsOf(body.blocks)
    for (const each of ['You owe $184.20', '$120.00', '$64.20', 'Charge 1']) expect(words).toContain(each)
    const all = JSON.stringify([body, (await guest.get(`${region}?pay=none`)).body, (await guest.get(page)).body])
    for (const secret of ['99214', '17000', 'Destruction', 'Office visit', 'L57.0', 'C44'])
      expect(all).not.toContain(secret)
  })

  it('can do billing only, and the logo leads nowhere [1 §1.13 §2.35 §6.8] [2 §3.4 §3.48 §6.10 §7.6]', async ({
    portal,
    guest,
  }) => {
    for (const route of [
      'user/home/dashboard',
      'user/home/Billing',
      'user/home/MakePayment',
      'user/home/Profile',
      'admin/payments',
    ])
      expect([route, (await guest.get(`/ui/screens/${route}`)).status]).toEqual([route, 403])
    const { body } = await guest.get<Shell>('/ui/shell')
    expect(body.brand).not.toHaveProperty('to')
    for (const route of ['user/guestLogin', 'ThankYou', 'user/bill/any'])
      expect([route, (await portal.visitor().get<Screen>(`/ui/screens/${route}`)).body.stillBrand]).toEqual([
        route,
        true,
      ])
    const shell = JSON.stringify(body)
    expect(shell).toContain('Logout')
    expect(shell).not.toContain('Eleanor')
    expect(shell).not.toContain('/user/home/')
  })

  it('is asked to verify first [2 §2.10 §2.11 §2.38]', async ({ portal }) => {
    for (const path of [bill, page])
      expect(await portal.visitor().get(path)).toMatchObject({
        status: 401,
        body: { redirect: expect.stringContaining('/user/guestLogin') },
      })
  })

  it('pays a part, and has a receipt that no other guest sees [2 §1.21 §2.12]', async ({ portal, guest }) => {
    const paid = await payAsGuest(portal, guest, '20.00')
    const dialog = dialogOf(paid.body.effects)
    expect(dialog?.title).toBe('Payment Successful!')
    const actions = blocksOf(dialog?.actions, 'action').map(({ do: act }) => act)
    expect(actions).toContainEqual({ type: 'navigate', to: '/ThankYou' })
    const receipt = actions.find((act) => act.type === 'navigate' && act.newWindow)
    const address = `/ui/screens${receipt?.type === 'navigate' ? receipt.to : ''}`
    expect(wordsOf((await guest.get<Screen>(address)).body.blocks)).toContain('$20.00')
    expect(wordsOf((await guest.get<Screen>('/ui/screens/ThankYou')).body.blocks)).toContain('Thank You')
    await runDueJobs(portal, postPayment)
    const other = await guestOf(portal)
    expect((await other.get(address)).status).toBe(404)
    const { body } = await other.get<RegionContent>(region)
    expect(wordsOf(body.blocks)).toContain('You owe $164.20')
    expect(wordsOf(body.blocks)).not.toContain('Your payments')
  })

  it('keeps no card, whatever is sent', async ({ portal, guest }) => {
    expect(wordsOf((await guest.get<Screen>(page)).body.blocks)).not.toContain('Save Card Details')
    await enterCard(portal, guest, { number: testCards.approved, at: page })
    const input = await amountInput(guest, { save: true, cardName: 'Mine' })
    await guest.act('payments.pay', { ...input, amount: '1.00' })
    const { rows } = await portal.records.db.execute(
      sql`select 1 from saved_cards where patient_n = ${people.eleanorWhitfield.patientN}`,
    )
    expect(rows).toEqual([])
  })

  it('cannot use the card that another guest has entered for the same patient', async ({ portal, guest }) => {
    await enterCard(portal, guest, { number: testCards.approved, at: page })
    const other = await guestOf(portal)
    expect(wordsOf((await other.get<Screen>(page)).body.blocks)).not.toContain('1111')
    expect(await other.act('payments.next', cardDetails)).toMatchObject({
      status: 409,
      body: { code: 'payments.session' },
    })
  })

  it('cannot pay while the practice has switched it off [2 §3.18 §4.9 §6.19]', async ({ portal, guest }) => {
    await withSetting(portal, { name: 'Enable_PayBill_Portal', value: false }, async () => {
      expect((await guest.get(page)).status).toBe(403)
      expect((await guest.act('payments.pay', {})).status).toBe(403)
      expect((await guest.get(bill)).status).toBe(200)
      expect(wordsOf((await guest.get<RegionContent>(region)).body.blocks)).not.toContain('Pay $')
    })
    await withSetting(portal, { name: 'EnableBillingForPortal', value: false }, async () => {
      expect((await guest.get(bill)).status).toBe(403)
      expect((await portal.visitor().get('/ui/screens/user/guestLogin')).status).toBe(403)
    })
  })

  it('sees what was done with the number of an invoice of the patient, and stays the same guest', async ({
    portal,
    guest,
  }) => {
    for (const [practice, patientN, number] of [
      ['lakeside', people.eleanorWhitfield.patientN, 90_001],
      ['lakeside', people.mariaAlvarez.patientN, 90_002],
      ['northgate', people.benCarter.patientN, 90_003],
    ] as const)
      await portal.records.db.execute(
        sql`insert into invoice_print_log (practice, invoice_number, patient_n, employee_n, amount, print_date)
          values (${practice}, ${number}, ${patientN}, 0, 100, now())`,
      )
    await enterCard(portal, guest, { number: testCards.approved, at: page })
    expect((await guest.get<Screen>(bill)).body.blocks.map(({ id }) => id)).toContain('show-care-card')
    for (const number of ['90002', '90003', '90004'])
      expect(await guest.act('guests.showCare', { number })).toMatchObject({
        status: 422,
        body: { errors: [{ message: 'This is no invoice number of this patient.' }] },
      })
    expect((await guest.act('guests.showCare', { number: '90001' })).status).toBe(200)
    const { body } = await guest.get<Screen>(bill)
    expect(body.blocks.map(({ id }) => id)).not.toContain('show-care-card')
    expect(wordsOf(body.blocks)).not.toContain('For privacy')
    expect(wordsOf((await guest.get<RegionContent>(region)).body.blocks)).toContain('Diagnosis Code(s)')
    expect(wordsOf((await guest.get<Screen>(page)).body.blocks)).toContain('Visa ending in 1111')
    const statuses: number[] = []
    for (let tries = 0; tries < 3; tries++)
      statuses.push((await guest.act('guests.showCare', { number: '90002' })).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('proves nothing with an invoice that the portal has made, for a guest or an account', async ({
    portal,
    maria,
  }) => {
    const guest = await guestOf(portal, people.mariaAlvarez)
    for (const payer of [guest, maria]) {
      const number = await makeInvoice(payer)
      expect((await payer.act('invoices.print', { number })).status).toBe(200)
      await runDueJobs(portal, logInvoice) // the record server has it in its log now
      const known = await rowsOf(
        portal.records.db,
        sql`select 1 from invoice_print_log where invoice_number = ${number}`,
      )
      expect(known).toHaveLength(1)
      expect(await guest.act('guests.showCare', { number })).toMatchObject({
        status: 422,
        body: { errors: [{ message: 'This is no invoice number of this patient.' }] },
      })
    }
  })

  // Another person than above: one person is looked up five times in ten minutes.
  it('is out after fifteen idle minutes, and not before', async ({ portal }) => {
    const guest = await guestOf(portal, people.noraQuinn)
    portal.clock.aheadMs += 14 * 60_000
    expect((await guest.get(bill)).status).toBe(200)
    portal.clock.aheadMs += 14 * 60_000
    expect((await guest.get(bill)).status).toBe(200)
    portal.clock.aheadMs += 16 * 60_000
    expect((await guest.get(bill)).status).toBe(401)
  })

  it('is out at Logout [2 §2.85]', async ({ portal }) => {
    const guest = await guestOf(portal, people.noraQuinn)
    const { body } = await guest.act('account.signOut', { to: '/user/guestLogin' })
    expect(body.effects.at(-1)).toMatchObject({ to: '/user/guestLogin' })
    expect((await guest.get(bill)).status).toBe(401)
  })

  it('is out after two hours, however active', async ({ portal }) => {
    const guest = await guestOf(portal, people.noraQuinn)
    for (let minutes = 0; minutes < 120; minutes += 12) {
      expect((await guest.get(bill)).status).toBe(200)
      portal.clock.aheadMs += 12 * 60_000
    }
    expect((await guest.get(bill)).status).toBe(401)
  })
})

// At the end: nothing is owed after it.
describe('ten browsers that verify as one patient at once', bothEngines, () => {
  it('are ten guests, of whom one pays what is owed', async ({ portal }) => {
    const guests = await Promise.all(Array.from({ length: 10 }, () => guestOf(portal)))
    const bills = await Promise.all(guests.map(async (guest) => (await guest.get<RegionContent>(region)).body.blocks))
    const owed = bills.map((blocks) => /You owe \$([\d.]+)/.exec(wordsOf(blocks))?.[1] ?? '')
    expect(new Set(owed)).toEqual(new Set([expect.stringMatching(/^\d+\.\d\d$/)]))
    const before = await chargedIn(portal)
    const inputs = await Promise.all(
      guests.map(async (guest) => {
        await enterCard(portal, guest, { number: testCards.approved, at: page })
        return amountInput(guest)
      }),
    )
    const answers = await Promise.all(
      guests.map((guest, at) => guest.act('payments.pay', { ...inputs[at], amount: owed[0] ?? '' })),
    )
    expect(answers.map(({ body }) => dialogOf(body.effects)?.title ?? '').toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 'Nothing was charged'),
      'Payment Successful!',
    ])
    expect((await chargedIn(portal)) - before).toBe(Math.round(Number(owed[0]) * 100))
    await runDueJobs(portal, postPayment)
    for (const guest of guests)
      expect(wordsOf((await guest.get<RegionContent>(region)).body.blocks)).toContain('No Due Payment')
  })
})

/** What the processor has charged for Eleanor, in cents. */
async function chargedIn({ records }: RunningPortal): Promise<number> {
  const [row] = await rowsOf<{ cents: string | null }>(
    records.db,
    sql`select sum(amount) as cents from card_payments
      where patient_n = ${people.eleanorWhitfield.patientN} and status = 'approved'`,
  )
  return Number(row?.cents ?? 0)
}
