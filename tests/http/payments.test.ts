import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { resolvePayments } from '../../server/features/payments/resolve-payments.ts'
import { forgetCards } from '../../server/features/payments/forget-cards.ts'
import { postPayment } from '../../server/features/payments/post-payment.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { rowsOf } from '../../server/db/rows.ts'
import {
  amountInput,
  cardDetails,
  dialogOf,
  enterCard,
  inputOf,
  payByCard,
  testCards,
} from '../support/card-payment.ts'
import { guardianId, newGuardian } from '../support/guardians.ts'
import { runDueJobs, runNow } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import { cardsIn, inputIn } from '../support/saved-cards.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { balanceIn, billsOf, charged, recorded, stored, titleOf, undoPayments } from '../support/stored-payments.ts'
import { setSetting, withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest(
  {
    maria: 'maria.alvarez',
    nora: 'new.patient',
    gabriel: 'g.alvarez@example.com',
    ben: 'ben.carter',
  },
  { timeoutMs: 3000 },
)

const page = '/ui/screens/user/home/MakePayment'
const region = '/ui/regions/billing.charges'
const receipt = '/ui/screens/payment/printReceipt'

const noticesIn = async (visitor: Visitor) =>
  blocksOf((await visitor.get<RegionContent>(region)).body.blocks, 'notice').map((notice) => wordsOf([notice]))

/** For whom Gabriel pays. */
const oweForLucas = ({ records }: RunningPortal) =>
  records.db.execute(sql`update charges set patient_paid = 0 where patient_n = ${people.lucasAlvarez.patientN}`)

beforeEach<{ portal: RunningPortal; maria: Visitor }>(async ({ portal, maria }) => {
  maria.move() // one address opens sixty cards a minute
  await undoPayments(portal)
})

describe('a payment with a new card', bothEngines, () => {
  it('is locked until the number is entered [2 §2.56 §2.57 §2.58 §2.61 §4.13 §4.15]', async ({ portal, maria }) => {
    const { body } = await maria.get<Screen>(`${page}?card=new`)
    expect(body.title).toBe('Make Payment')
    expect(blocksOf(body.blocks, 'frame').map(({ src }) => src)).toEqual([undefined])
    expect(blocksOf(body.blocks, 'form')).toEqual([])
    const early = await maria.act('payments.next', cardDetails)
    expect(early).toMatchObject({ status: 409, body: { code: 'payments.session' } })
    await enterCard(portal, maria, testCards.approved)
    const unlocked = (await maria.get<Screen>(page)).body
    expect(wordsOf(unlocked.blocks)).toContain('Visa ending in 1111')
    expect(blocksOf(unlocked.blocks, 'frame')).toEqual([])
    const [form] = blocksOf(unlocked.blocks, 'form')
    expect(form?.submit.disabled).toBeUndefined()
    expect(form?.fields.find(({ name }) => name === 'cardName')?.visible).toEqual({ path: '/save', eq: true })
    const changed = await maria.act('payments.changeCard', {})
    expect(changed.body.effects).toEqual([
      { type: 'navigate', to: '/user/home/MakePayment?card=new', replace: true },
      { type: 'refresh', what: 'screen' },
    ])
    const locked = (await maria.get<Screen>(`${page}?card=new`)).body
    expect([blocksOf(locked.blocks, 'frame').length, blocksOf(locked.blocks, 'form')]).toEqual([1, []])
  })

  it('charges once, is told to the record server, and has a receipt [2 §1.3 §2.66 §2.72 §4.5 §4.17 §4.21 §5.14 §9.21]', async ({
    portal,
    maria,
  }) => {
    expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
    expect(await charged(portal)).toEqual([{ amount: 31_245, status: 'approved' }])
    await runDueJobs(portal, postPayment)
    expect(await stored(portal)).toEqual([{ state: 'posted', amount: 31_245 }])
    expect(await recorded(portal)).toEqual([{ amount: 31_245 }])
    expect(await balanceIn(maria)).toBe('No Due Payment')
    const { body } = await maria.get<Screen>(receipt)
    for (const words of [
      '$312.45',
      'Visa ending in 1111',
      'Maria Alvarez',
      'txn_',
      '240 East 44th Street',
      '(212) 555-0140',
    ])
      expect(wordsOf(body.blocks)).toContain(words)
  })

  it('has a receipt with the name of who paid and of the charges, and is the last one at Billing', async ({
    portal,
    maria,
    gabriel,
  }) => {
    await payByCard(portal, maria)
    await runDueJobs(portal, postPayment)
    const paper = wordsOf((await maria.get<Screen>(receipt)).body.blocks)
    for (const words of ['Paid by', 'Maria Alvarez', 'Tissue exam by pathologist']) expect(paper).toContain(words)
    const [latest] = blocksOf((await maria.get<RegionContent>(region)).body.blocks, 'text').filter(
      ({ id }) => id === 'latest',
    )
    expect(latest?.text).toEqual([
      { text: 'You paid $312.45 today. ' },
      { text: 'Last receipt', href: expect.stringMatching(/^\/payment\/printReceipt\?payment=/) },
    ])
    await oweForLucas(portal)
    await payByCard(portal, gabriel, { amount: '1.00' })
    expect(wordsOf((await gabriel.get<Screen>(receipt)).body.blocks)).toContain(
      '{"name":"Paid by","value":"Gabriel Alvarez"}',
    )
  })

  it('stands in the activity log with its amount, reference and outcome', async ({ portal, maria }) => {
    await payByCard(portal, maria, { number: testCards.declined, amount: '7.00' })
    await payByCard(portal, maria)
    const [payment] = await rowsOf<{ id: string }>(
      portal.database.db,
      sql`select id from payments where state = 'approved'`,
    )
    expect(
      await rowsOf(
        portal.database.db,
        sql`select outcome, transmit_to as to, transmit_status as status from audit_log
          where event = 'action:payments.pay' order by id desc limit 2`,
      ),
    ).toEqual([
      { outcome: 'ok', to: `Card processor, ${payment?.id}`, status: '$312.45 paid' },
      { outcome: 'ok', to: 'Card processor', status: '$7.00 declined' },
    ])
  })

  it('pays the chosen charges, and of them the oldest first', async ({ portal, maria }) => {
    const [latest, older, oldest] = await billsOf(portal)
    await payByCard(portal, maria, { bills: `${latest}.${older}`, amount: '200.00' })
    await runDueJobs(portal, postPayment)
    const { rows } = await portal.database.db.execute(
      sql`select bill_id, amount_cents from payment_charges order by day`,
    )
    expect(rows).toEqual([
      { bill_id: older, amount_cents: 14_845 },
      { bill_id: latest, amount_cents: 5155 },
    ])
    expect(new Set(await billsOf(portal))).toEqual(new Set([latest, oldest]))
    expect(await balanceIn(maria)).toBe('You owe $112.45')
  })

  it.for([
    ['declined', 'Your card was declined.'],
    ['insufficient', 'Your card has insufficient funds.'],
    ['duplicate', 'This payment is a duplicate.'],
  ] as const)(
    'that is %s shows the words of the processor [2 §2.54 §4.18 §8.2]',
    async ([card, words], { portal, maria }) => {
      const refused = await payByCard(portal, maria, { number: testCards[card] })
      expect(titleOf(refused)).toBe('Payment failed')
      expect(wordsOf(dialogOf(refused.body.effects)?.blocks ?? [])).toContain(words)
      expect(refused.body.effects).toContainEqual({ type: 'navigate', to: '/user/home/Billing', replace: true })
      expect(await stored(portal)).toEqual([{ state: 'declined', amount: 31_245 }])
      expect(await balanceIn(maria)).toBe('You owe $312.45')
      expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
    },
  )

  it('can ask for a code of the bank', async ({ portal, maria }) => {
    expect(titleOf(await payByCard(portal, maria, { number: testCards.challenged }))).toBe('Payment Successful!')
  })

  it('keeps no number, no code and no token in clear', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    await maria.act('payments.pay', { ...input, cvc: '987' })
    const tables = await rowsOf<{ schema: string; name: string }>(
      portal.database.db,
      sql`select schemaname as schema, tablename as name from pg_tables where schemaname in (current_schema(), 'jobs')`,
    )
    const tokens = await rowsOf<{ token: string }>(portal.records.db, sql`select token from card_tokens`)
    const secrets = ['4111111111111111', '"987"', ...tokens.map(({ token }) => token)]
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['payments', 'idempotency_keys', 'job']))
    for (const { schema, name } of tables) {
      const rows = await rowsOf<{ text: string }>(
        portal.database.db,
        sql`select t::text as text from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
      )
      for (const secret of secrets)
        expect([name, rows.some(({ text }) => text.includes(secret))]).toEqual([name, false])
    }
  })
})

describe('an amount', bothEngines, () => {
  it.for(['0', '0.00', '-1', '10000.00', '1.234', '1e3', 'NaN', '', ' 5', '5,00'])(
    'of %j is refused [2 §5.1 §5.3 §5.4 §5.5 §8.4 §9.2]',
    async (amount, { portal, maria }) => {
      const { status, body } = await payByCard(portal, maria, { amount })
      expect([status, body.errors?.[0]]).toMatchObject([
        422,
        { pointer: '/amount', message: 'Please Enter Valid Details' },
      ])
      expect(await charged(portal)).toEqual([])
    },
  )

  it('is at most what is owed, unless the practice takes credits [2 §5.2 §9.1]', async ({ portal, maria }) => {
    const tooMuch = await payByCard(portal, maria, { amount: '312.46' })
    expect(tooMuch.body.errors?.[0]?.message).toBe('You can pay up to $312.45.')
    await withSetting(portal, { name: 'Portal_Payment_Credit', value: true }, async () => {
      expect(titleOf(await payByCard(portal, maria, { amount: '9999.99' }))).toBe('Payment Successful!')
    })
    await runDueJobs(portal, postPayment)
    expect(await recorded(portal)).toEqual([{ amount: 999_999 }])
    expect(await balanceIn(maria)).toBe('No Due Payment')
  })
})

describe('the card form', () => {
  it.for([
    ['month', '13', 'Please enter valid 2 digits for month.'],
    ['month', '0', 'Please enter valid 2 digits for month.'],
    ['year', '00', 'Please enter 2 digits for year'],
    ['year', '24', 'This card has expired. Please use another card.'],
    ['firstName', '', 'Please Enter Valid First Name.'],
    ['address', '', 'Please Enter Valid Address.'],
    ['city', '', 'Please Enter Valid City.'],
    ['state', 'XX', 'Please Choose State.'],
    ['phone', '212555', 'Please Enter Valid Cell Phone Number (must contain 10 numerics).'],
    ['zip', '123', 'Zip code must be 5 or 9 digits or xxxxx-yyyyy'],
    ['save', true, 'Please enter Card Name'],
  ] as const)(
    'refuses %s %j [2 §2.61 §5.6 §5.8 §5.9 §5.10 §5.11 §5.12 §5.13 §9.4]',
    async ([field, value, message], { portal, maria }) => {
      await enterCard(portal, maria, testCards.approved)
      const { status, body } = await maria.act('payments.next', { ...cardDetails, [field]: value })
      expect([status, body.errors?.map((error) => error.message)]).toEqual([422, [message]])
    },
  )

  it('keeps the CVC in the page until the payment, and no answer holds it [2 §5.7]', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const [form] = blocksOf((await maria.get<Screen>(page)).body.blocks, 'form')
    expect(form).toMatchObject({
      id: 'card-form',
      keeps: ['cvc'],
      schema: { required: expect.arrayContaining(['cvc']) },
    })
    expect(form?.fields.find(({ name }) => name === 'cvc')?.messages?.pattern).toBe(cvcMessage)
    expect((await maria.act('payments.next', { ...cardDetails, cvc: '123' })).status).toBe(422)
    const { cvc: _, ...input } = await amountInput(maria)
    for (const cvc of [undefined, '12', '12345', 'abc']) {
      const { status, body } = await maria.act('payments.pay', { ...input, ...(cvc === undefined ? {} : { cvc }) })
      expect([status, body.errors]).toMatchObject([422, [{ pointer: '/cvc', message: cvcMessage }]])
    }
    expect(await charged(portal)).toEqual([])
    const { body } = await maria.act('payments.pay', { ...input, cvc: '9876' })
    expect(JSON.stringify(body)).not.toContain('9876')
  })
  const cvcMessage = 'Please enter 3-4 digits CVC number.'

  it('takes a month of one digit, as browsers fill it in', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const { body } = await maria.act('payments.next', { ...cardDetails, month: '4' })
    expect(inputOf(dialogOf(body.effects))).toMatchObject({ entered: { month: '4' } })
  })

  it.for(['10024', '100241234', '10024-1234'])('takes ZIP %s [2 §5.12 §9.7]', async (zip, { portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    expect(inputOf(dialogOf((await maria.act('payments.next', { ...cardDetails, zip })).body.effects))).toBeDefined()
  })
})

describe('saved cards', bothEngines, () => {
  it('of the office are for the patient, without their tokens [2 §1.4 §2.62 §2.63 §3.21 §4.20]', async ({
    portal,
    maria,
  }) => {
    const rows = await cardsIn(maria)
    expect(wordsOf(rows)).toContain('Visa ending in 4242')
    const tokens = await rowsOf<{ token: string }>(portal.records.db, sql`select token from card_tokens`)
    for (const { token } of tokens) expect(JSON.stringify(rows)).not.toContain(token)
    const chosen = await maria.act('payments.chooseSaved', inputIn(rows[0]))
    const paid = await maria.act('payments.pay', inputOf(dialogOf(chosen.body.effects)))
    expect(titleOf(paid)).toBe('Payment Successful!')
    expect(await charged(portal)).toEqual([{ amount: 31_245, status: 'approved' }])
  })

  it('are saved, used again and deleted by their owner only [2 §2.60 §2.62 §6.8]', async ({
    portal,
    maria,
    gabriel,
  }) => {
    await oweForLucas(portal)
    await payByCard(portal, gabriel, {
      number: testCards.declinedLater,
      amount: '5.00',
      details: { save: true, cardName: 'Family' },
    })
    await runDueJobs(portal, postPayment)
    const [own] = await cardsIn(gabriel)
    expect(wordsOf([own])).toContain('Family')
    for (const name of ['chooseSaved', 'deleteCard'])
      expect(await maria.act(`payments.${name}`, inputIn(own))).toMatchObject({
        status: 409,
        body: { code: 'payments.noCard' },
      })
    const again = await gabriel.act('payments.chooseSaved', inputIn(own))
    const refused = await gabriel.act('payments.pay', inputOf(dialogOf(again.body.effects)))
    expect(titleOf(refused)).toBe('Payment failed')
    await gabriel.act('payments.deleteCard', inputIn(own))
    expect(await cardsIn(gabriel)).toEqual([])
  })

  it('of a removed guardian are deleted, also while the processor is down at first', async ({ portal, maria }) => {
    const person = newGuardian()
    await maria.act('account.addGuardian', person)
    const { Auth_Login: login, Password } = person
    const grace = portal.visitor()
    await grace.act('account.signIn', { Username: login, Password, IsGuardian: true })
    await payByCard(portal, grace, { amount: '5.00', details: { save: true, cardName: 'Mine' } })
    await runDueJobs(portal, postPayment)
    await payByCard(portal, maria, { amount: '5.00', details: { save: true, cardName: 'Hers' } })
    const kept = () =>
      rowsOf<{ name: string }>(
        portal.records.db,
        sql`select card_name as name from saved_cards where owner <> '' order by card_name`,
      )
    expect(await kept()).toEqual([{ name: 'Hers' }, { name: 'Mine' }])
    await portal.fault({ kind: 'down', path: 'getCardName' })
    await maria.act('account.removeGuardian', { guardian: await guardianId(maria, login) })
    await portal.heal()
    await expect.poll(async () => (await runDueJobs(portal, forgetCards), await kept())).toEqual([{ name: 'Hers' }])
  })
})

describe('nothing is charged twice', () => {
  it('by a double press', bothEngines, async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    const key = 'one-press-only'
    const answers = await Promise.all([1, 2, 3].map(() => maria.act('payments.pay', input, { key })))
    expect(answers.map(titleOf)).toEqual(Array(3).fill('Payment Successful!'))
    expect(await charged(portal)).toHaveLength(1)
  })

  it('by two devices at once', bothEngines, async ({ portal, maria }) => {
    const other = await portal.signIn('maria.alvarez')
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    const answers = await Promise.all([maria, other, maria, other].map((visitor) => visitor.act('payments.pay', input)))
    expect(answers.map(titleOf).filter((title) => title === 'Payment Successful!')).toHaveLength(1)
    expect((await charged(portal)).filter(({ status }) => status === 'approved')).toHaveLength(1)
  })

  it('when what is owed has changed meanwhile [2 §3.6]', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    await portal.records.db.execute(
      sql`update charges set patient_paid = patient_paid + 100 where patient_n = 1001 and description like 'Tissue%'`,
    )
    const changed = await maria.act('payments.pay', input)
    expect(titleOf(changed)).toBe('Nothing was charged')
    expect(wordsOf(dialogOf(changed.body.effects)?.blocks ?? [])).toContain('$311.45')
    expect(await charged(portal)).toEqual([])
  })

  it.for(['999999', '100001.999999'])('for bills of others: %s [2 §6.3]', async (bills, { portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    expect(titleOf(await maria.act('payments.pay', { ...input, bills }))).toBe('Nothing was charged')
    expect(await charged(portal)).toEqual([])
  })
})

describe('an answer of the processor that is lost', () => {
  it('is looked up at once', async ({ portal, maria }) => {
    expect(titleOf(await payByCard(portal, maria, { number: testCards.lost }))).toBe('Payment Successful!')
    expect(await charged(portal)).toEqual([{ amount: 31_245, status: 'approved' }])
    expect(await stored(portal)).toMatchObject([{ amount: 31_245 }])
  })

  it('is looked up later, and nobody can pay until then', bothEngines, async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.lost)
    const input = await amountInput(maria)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    expect(titleOf(await maria.act('payments.pay', input))).toBe('We do not know yet if you have paid')
    expect(await stored(portal)).toMatchObject([{ state: 'unknown' }])
    expect((await noticesIn(maria))[0]).toContain('not confirmed')
    const [figure] = blocksOf((await maria.get<RegionContent>(region)).body.blocks, 'figure')
    expect(figure?.help).toMatch(/\. \$312\.45 of it is being paid\.$/)
    expect(wordsOf((await maria.get<Screen>(page)).body.blocks)).toContain('being paid already')
    const admin = await portal.signIn('front.desk')
    portal.clock.aheadMs += 120_000
    const { body } = await admin.get<RegionContent>('/ui/regions/payments.open')
    expect(wordsOf(body.blocks)).toContain('Not confirmed by the card processor')
    await portal.heal()
    await runNow(portal, resolvePayments)
    await runDueJobs(portal, postPayment)
    expect(await stored(portal)).toMatchObject([{ state: 'posted' }])
    expect(await charged(portal)).toHaveLength(1)
  })

  it('means nothing was charged if the processor never received the payment', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    await portal.fault({ kind: 'hang', path: 'cc/finalPayment', times: 1 })
    expect(titleOf(await maria.act('payments.pay', input))).toBe('Nothing was charged')
    expect(await stored(portal)).toMatchObject([{ state: 'declined' }])
    expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
  })

  it.for(['nonsense', 'down'] as const)('or is %s', async (kind, { portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    await portal.fault({ kind, path: 'cc/finalPayment', times: 1 })
    expect(titleOf(await maria.act('payments.pay', input))).toBe('Nothing was charged')
    expect(await charged(portal)).toEqual([])
  })

  it('ends as refunded if the office refunded it meanwhile', bothEngines, async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.lost)
    const input = await amountInput(maria)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await maria.act('payments.pay', input)
    await portal.records.db.execute(sql`update card_payments set status = 'refunded'`)
    await portal.heal()
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    expect(await stored(portal)).toMatchObject([{ state: 'refunded' }])
    expect(await recorded(portal)).toEqual([])
    expect(await balanceIn(maria)).toBe('You owe $312.45')
  })
})

describe('a payment whose process was killed', bothEngines, () => {
  it.for(['created', 'sent'] as const)('in the state %s is ended', async (state, { portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    const input = await amountInput(maria)
    await portal.fault({ kind: 'down', path: 'cc/endPayment' })
    await portal.fault({ kind: state === 'sent' ? 'lost' : 'down', path: 'cc/finalPayment', times: 1 })
    await maria.act('payments.pay', input)
    await portal.heal()
    await portal.database.db.execute(sql`update payments set state = ${state}`)
    portal.clock.aheadMs += 120_000
    await runNow(portal, resolvePayments)
    await runDueJobs(portal, postPayment)
    const wasCharged = (await charged(portal)).length === 1
    expect([wasCharged, ...(await stored(portal))]).toMatchObject(
      state === 'sent' ? [true, { state: 'posted' }] : [false, { state: 'declined' }],
    )
  })
})

describe('money that the record server has not taken', bothEngines, () => {
  it('is told to it until it has, and the person sees that', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'portal_payment' })
    expect(titleOf(await payByCard(portal, maria))).toBe('Payment Successful!')
    expect(await stored(portal)).toMatchObject([{ state: 'approved' }])
    expect((await noticesIn(maria))[0]).toContain('has not recorded it yet')
    expect(wordsOf((await maria.get<Screen>(receipt)).body.blocks)).toContain('$312.45')
    await portal.heal()
    await portal.fault({ kind: 'lost', path: 'portal_payment', times: 1 })
    await expect
      .poll(async () => {
        await runDueJobs(portal, postPayment)
        return stored(portal)
      })
      .toMatchObject([{ state: 'posted' }])
    expect(await recorded(portal)).toEqual([{ amount: 31_245 }])
    expect(await balanceIn(maria)).toBe('No Due Payment')
  })
})

describe('paying by card', () => {
  it('needs a key of the practice, a balance and billing [1 §2.29 §6.23] [2 §2.16 §3.17 §6.18]', async ({
    portal,
    maria,
    nora,
    ben,
  }) => {
    expect(await ben.get(page)).toMatchObject({ status: 403, body: { code: 'route.off' } })
    expect(JSON.stringify((await ben.get('/ui/shell')).body)).not.toContain('MakePayment')
    expect(JSON.stringify((await maria.get('/ui/shell')).body)).toContain('/user/home/MakePayment')
    expect(wordsOf((await nora.get<Screen>(page)).body.blocks)).toContain('No Due Payment')
    await withSetting(portal, { name: 'Card_Payment_Key', value: '' }, async () => {
      expect((await maria.get(page)).status).toBe(403)
      expect((await maria.act('payments.pay', {})).status).toBe(403)
      expect(JSON.stringify((await maria.get(region)).body)).not.toContain('Pay $')
    })
  })

  it('says so while the processor is down, or knows another key [2 §4.14 §8.6]', async ({ portal, maria }) => {
    const words = 'Nothing was charged. Cards cannot be processed at the moment.'
    await portal.fault({ kind: 'down', path: '/cards/' })
    expect(wordsOf((await maria.get<Screen>(page)).body.blocks)).toContain(words)
    expect(await maria.act('payments.openCard', {})).toMatchObject({
      status: 503,
      body: { code: 'payments.processor' },
    })
    await portal.heal()
    await setSetting(portal, { name: 'Card_Payment_Key', value: 'another' })
    expect(wordsOf((await maria.get<Screen>(page)).body.blocks)).toContain(words)
    await setSetting(portal, { name: 'Card_Payment_Key', value: 'sandbox-card-key-lakeside' })
  })

  it('begins with what was not done while the record server is down', async ({ portal, maria }) => {
    await enterCard(portal, maria, testCards.approved)
    await portal.fault({ kind: 'down', practice: 'lakeside' })
    const refused = await maria.act('payments.next', cardDetails)
    await portal.heal()
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: 'payments.unavailable',
        detail: expect.stringMatching(/^Nothing was charged\. The practice system/),
      },
    })
  })

  it('is for patients and guardians, and receipts are for those of the patient [2 §2.12]', async ({
    portal,
    maria,
    gabriel,
  }) => {
    await payByCard(portal, maria)
    const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(portal.database.db, sql`select id from payments`)
    expect((await maria.get(`${receipt}?payment=${id}`)).status).toBe(200)
    expect(await gabriel.get(`${receipt}?payment=${id}`)).toMatchObject({
      status: 404,
      body: { code: 'payments.unknown' },
    })
    expect((await portal.visitor().get(`${receipt}?payment=${id}`)).status).toBe(401)
    const admin = await portal.signIn('front.desk')
    expect((await admin.get(page)).status).toBe(403)
    expect((await maria.get('/ui/screens/admin/payments')).status).toBe(403)
  })

  it('embeds the processor of the practice, and no other site [2 §2.56]', async ({ portal }) => {
    const policy = async (host: string) =>
      String((await portal.visitor(host).get('/ui/screens/user/login')).headers['content-security-policy'])
    expect(await policy('lakeside.localhost')).toContain(
      `frame-src 'self' http://cards.localhost:${portal.sandboxPort};`,
    )
  })
})
