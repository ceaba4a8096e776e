import { fits } from '../../client/forms/progress.ts'
import { typedText } from '../../client/forms/typed-text.ts'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Action } from '../../schemas/action.ts'
import type { Field } from '../../schemas/blocks/form.ts'
import { holds } from '../../schemas/holds.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { amountInput, cardDetails, dialogOf, enterCard, payByCard, testCards } from '../support/card-payment.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })

const page = '/ui/screens/user/home/MakePayment'

async function billOf(visitor: Visitor, query = '') {
  const { body } = await visitor.get<RegionContent>(`/ui/regions/billing.charges${query}`)
  return body.blocks
}

const rowsIn = (blocks: unknown) => blocksOf(blocks, 'table').flatMap(({ rows }) => rows)
const buttonsIn = (blocks: unknown) =>
  blocksOf(blocks, 'action').map(({ text, do: act, disabled }) => ({
    text,
    to: act.type === 'navigate' ? act.to : act.type,
    isDisabled: disabled !== undefined,
  }))
const queryOf = (act?: Action) => (act?.type === 'navigate' ? act.to.replace('/user/home/Billing', '') : '')
const queryFrom = (act?: Action) => (act?.type === 'navigate' ? act.to.replace('/user/home/MakePayment', '') : '')
const choiceIn = (blocks: unknown) => wordsOf(blocksOf(blocks, 'text').filter(({ id }) => id === 'choice'))

describe('the bill', () => {
  it('leads to paying all of it by a button with the amount [2 §2.43]', async ({ maria }) => {
    const blocks = await billOf(maria)
    expect(buttonsIn(blocks)).toEqual(
      expect.arrayContaining([
        { text: 'Pay $312.45', to: '/user/home/MakePayment', isDisabled: false },
        { text: 'Choose what to pay', to: '/user/home/Billing?pay=none', isDisabled: false },
      ]),
    )
    expect(blocksOf(blocks, 'table').some(({ selection }) => selection !== undefined)).toBe(false)
  })

  it('has a tick for each charge that can be paid, and adds the ticked ones up [2 §2.43 §2.45 §2.47 §3.6 §4.6 §4.7 §4.8 §6.18]', async ({
    portal,
    maria,
  }) => {
    const none = await billOf(maria, '?pay=none')
    expect(new Set(blocksOf(none, 'table').flatMap(({ selection }) => selection ?? []))).toEqual(new Set(['Pay This']))
    expect(choiceIn(none)).toMatch(/0 selected · Paying Amount .*\$0\.00.* Total Balance \$312\.45/)
    expect(buttonsIn(none)).toContainEqual({
      text: 'Pay Bill',
      to: '/user/home/MakePayment',
      isDisabled: true,
    })
    const ticks = rowsIn(none).filter(({ select }) => select !== undefined)
    expect(ticks).toHaveLength(3)
    const [first] = ticks
    const to = first?.select?.do.type === 'navigate' ? first.select.do.to : ''
    const chosen = await billOf(maria, to.replace('/user/home/Billing', ''))
    expect(rowsIn(chosen).flatMap(({ id, select }) => (select?.selected ? [id] : []))).toEqual([first?.id])
    const amount = /Paying Amount .*?(\$[\d.]+)/.exec(choiceIn(chosen))?.[1] ?? ''
    expect([choiceIn(chosen), wordsOf(first ? [first] : [])]).toEqual([
      expect.stringContaining('1 selected'),
      expect.stringContaining(amount),
    ])
    const bill = first?.id.replace('charge-', '') ?? ''
    expect(buttonsIn(chosen)).toContainEqual({
      text: 'Pay Bill',
      to: `/user/home/MakePayment?bills=${bill}`,
      isDisabled: false,
    })
    await withSetting(portal, { name: 'Card_Payment_Key', value: '' }, async () => {
      const off = await billOf(maria, '?pay=none')
      expect(rowsIn(off).some(({ select }) => select !== undefined)).toBe(false)
      expect(blocksOf(off, 'table').some(({ selection }) => selection !== undefined)).toBe(false)
      expect(JSON.stringify(off)).not.toContain('Pay Bill')
    })
  })
})

describe('what is ticked', () => {
  it('is kept by Back, Cancel and Change of the payment', async ({ maria }) => {
    const [first] = rowsIn(await billOf(maria, '?pay=none')).flatMap(({ id, select }) => (select ? [id] : []))
    const bill = first?.replace('charge-', '') ?? ''
    const ticked = `/user/home/Billing?pay=${bill}`
    for (const query of [`?bills=${bill}`, `?bills=${bill}&card=new`]) {
      const { body } = await maria.get<Screen>(`${page}${query}`)
      expect(body.back?.to).toBe(ticked)
      const changes = blocksOf(body.blocks, 'facts').flatMap(({ facts }) => facts.map(({ change }) => change?.do))
      expect(changes).toContainEqual({ type: 'navigate', to: ticked })
    }
    expect(buttonsIn((await maria.get<Screen>(`${page}?bills=${bill}`)).body.blocks)).toContainEqual({
      text: 'Cancel',
      to: ticked,
      isDisabled: false,
    })
  })
})

describe('a bill of 400 charges', () => {
  it('can be ticked and paid in any part', async ({ portal, nora }) => {
    await portal.records.db.execute(
      sql`insert into charges (practice, patient_n, employee_n, facility_n, claim_date, code, description, diagnoses,
          charged, allowed, discount, insurance_paid, patient_responsible, patient_paid)
        select 'lakeside', ${people.noraQuinn.patientN}, 101, 11, current_date - 7 * line, '96910', 'Phototherapy', 'L40.0',
          9000, 7000, 2000, 0, 100, 0 from generate_series(1, 400) line`,
    )
    const ids = rowsIn(await billOf(nora, '?pay=none')).map(({ id }) => id.replace('charge-', ''))
    // As many as an address can list.
    const listed = ids.slice(0, Math.floor(1801 / `${ids[0] ?? ''}.`.length))
    const ticks = rowsIn(await billOf(nora, `?pay=${listed.join('.')}`)).flatMap(({ select }) => select ?? [])
    const one = ticks.find(({ selected }) => !selected)?.do
    const all = await billOf(nora, queryOf(one))
    expect(choiceIn(all)).toContain(`${listed.length + 1} selected`)
    const rest = await billOf(nora, queryOf(rowsIn(await billOf(nora, '?pay=-'))[0]?.select?.do))
    expect(choiceIn(rest)).toMatch(/399 selected · Paying Amount .*\$399\.00/)
    const pay = buttonsIn(rest).find(({ text }) => text === 'Pay Bill')
    expect(wordsOf((await nora.get<Screen>(`/ui/screens${pay?.to ?? ''}`)).body.blocks)).toContain('$399.00')
  })
})

describe('the page of the payment', () => {
  it('has a frame for the number, then the fields of the card form, and a way back [2 §2.55 §2.56 §2.59 §2.69 §3.37 §5.14 §5.15 §7.31 §7.32 §8.7 §9.6 §9.20]', async ({
    portal,
    maria,
  }) => {
    await maria.act('payments.openCard', {})
    const before = (await maria.get<Screen>(`${page}?card=new`)).body
    const [frame] = blocksOf(before.blocks, 'frame')
    expect(frame).toMatchObject({ timeoutMs: 15_000, waiting: 'Loading the card form' })
    const failed = frame?.onFailed?.type === 'open' ? frame.onFailed.dialog : undefined
    expect(before.dialogs?.[String(failed)]?.title).toBe('Please refresh this page to make payment!')
    const later = (await maria.get<Screen>(page)).body
    expect([blocksOf(later.blocks, 'frame'), blocksOf(later.blocks, 'action')[0]?.id]).toEqual([[], 'pay-saved'])
    await enterCard(portal, maria, testCards.approved)
    const { body } = await maria.get<Screen>(page)
    expect(body.back).toEqual({ label: 'Billing', to: '/user/home/Billing' })
    const [form] = blocksOf(body.blocks, 'form')
    const labels = (fields: readonly Field[] = []) => fields.map(({ label }) => label)
    expect(labels(form?.fields)).toEqual([
      'Month',
      'Year',
      'CVC',
      'First name on card',
      'Last name on card',
      'Address',
      'Address 2',
      'City',
      'State',
      'Cell phone',
      'ZIP',
      'Email',
      'Save Card Details',
      'Card name',
    ])
    const states = form?.fields.find(({ name }) => name === 'state')
    expect([states?.widget, states?.optionLabels]).toEqual(['select', expect.arrayContaining(['CA', 'DC', 'NY', 'TX'])])
    const phone = form?.fields.find(({ name }) => name === 'phone')
    const takes = (text: string) => new RegExp(phone?.typing?.pattern ?? '', 'u').test(text)
    for (const begun of ['', '(', '212', '+1 (212) 555-01', '212-555-0140', '1 212 555 0140'])
      expect([begun, takes(begun)]).toEqual([begun, true])
    for (const wrong of ['-5', '1e3', 'abc', '212-555-0144 x12', '21255501400', '+44 20 7946 0958'])
      expect([wrong, takes(wrong)]).toEqual([wrong, false])
    expect([phone?.typing?.message, JSON.stringify(form?.schema)]).toEqual([
      'Please Enter Valid Cell Phone Number (must contain 10 numerics).',
      expect.stringContaining('^\\\\d{10}$'),
    ])
    const refused = (name: string, texts: string[]) => {
      const field = form?.fields.find((each) => each.name === name)
      return texts.filter((text) => !fits(field?.typing?.pattern ?? '', typedText(text, { field: field ?? {} })))
    }
    expect(refused('month', ['', '0', '1', '04', '12', ' 0 4 ', '00', '13', '041', '-5', '1a'])).toEqual([
      '00',
      '13',
      '041',
      '-5',
      '1a',
    ])
    expect(refused('year', ['', '0', '28', '202', '00', '281', '2x'])).toEqual(['00', '281', '2x'])
    expect(refused('cvc', ['', '1', '1 234', '12345', '12b'])).toEqual(['12345', '12b'])
    const zips = ['', '1001', '10011-', '10011-1234', '10011 1234', '10011\u20131234', '100111234']
    expect(refused('zip', [...zips, '1001-1', '10011-12345', 'NY 10011', '1e3'])).toEqual([
      '1001-1',
      '10011-12345',
      'NY 10011',
      '1e3',
    ])
    const cardName = form?.fields.find(({ name }) => name === 'cardName')
    expect([cardName?.required, cardName?.messages?.required]).toEqual([true, 'Please enter Card Name'])
    expect(form?.value).toMatchObject({ firstName: 'Maria', city: 'New York', state: 'NY', phone: '2125550161' })
    expect(form?.groups).toEqual([
      {
        id: 'billing-details',
        title: 'Billing address',
        fields: ['address', 'address2', 'city', 'state', 'phone', 'zip', 'email'],
        folded: {
          summary: '349 Lincoln Avenue, Apartment 5C, New York, NY 10011 · (212) 555-0161 · maria.alvarez@example.com',
          change: 'Change',
        },
      },
    ])
  })

  it('proposes the newest card on file, and asks for no number then', async ({ maria }) => {
    await maria.act('payments.changeCard', {})
    const at = async (query = '') => {
      const { body } = await maria.get<Screen>(`${page}${query}`)
      const options = blocksOf(body.blocks, 'choice').flatMap(({ groups }) => groups.flatMap((group) => group.options))
      return {
        chosen: options.filter(({ chosen }) => chosen).map(({ title }) => title),
        others: options.filter(({ chosen }) => !chosen),
        frames: blocksOf(body.blocks, 'frame').length,
        next: blocksOf(body.blocks, 'action').filter(({ text }) => text === 'Next').length,
      }
    }
    const first = await at()
    expect(first).toMatchObject({ chosen: ['Visa ending in 4242'], frames: 0, next: 1 })
    const [second, another] = first.others
    expect(await at(queryFrom(second?.do))).toMatchObject({ chosen: ['Mastercard ending in 4444'], frames: 0, next: 1 })
    expect(await at(queryFrom(another?.do))).toMatchObject({ chosen: ['Another card'], frames: 1, next: 0 })
    expect(await at('?card=unknown')).toMatchObject({ chosen: ['Visa ending in 4242'] })
  })

  it('asks for the number before anything else [2 §8.5]', async ({ maria }) => {
    await maria.act('payments.changeCard', {})
    const early = await maria.act('payments.next', cardDetails)
    expect([early.status, early.body.detail]).toEqual([409, 'Please Enter Valid Details'])
  })

  it('asks for the amount in a dialog with the balance, Pay and Cancel, which leaves the page as it is [2 §2.53 §2.64 §2.65 §4.16 §5.3]', async ({
    portal,
    maria,
  }) => {
    const paid = await payByCard(portal, maria, { amount: '0' })
    expect(paid.status).toBe(422)
    const { body } = await maria.act('payments.next', cardDetails)
    const dialog = dialogOf(body.effects)
    expect(wordsOf(dialog?.blocks ?? [])).toContain('$312.45')
    const [form] = blocksOf(dialog?.blocks, 'form')
    expect([form?.submit.label, form?.value]).toEqual(['Pay', { amount: '312.45' }])
    expect(form?.fields[0]?.help).toBe('From $1.00 to $312.45.')
    expect(form?.submit.when?.reason).toBe('Enter an amount from $1.00 to $312.45.')
    const isOn = (amount: string) => form?.submit.when && holds(form.submit.when.condition, { amount })
    const amounts = ['1', '1.00', '25.5', '312.45', '', '0.99', '312.46', '10000', '-5', '1e3', 'abc', '1.', '1.005']
    expect(amounts.filter(isOn)).toEqual(['1', '1.00', '25.5', '312.45'])
    const takes = (text: string) => new RegExp(form?.fields[0]?.typing?.pattern ?? '', 'u').test(text)
    expect(amounts.filter((amount) => !takes(amount))).toEqual(['10000', '-5', '1e3', 'abc', '1.005'])
    expect(wordsOf(dialog?.blocks ?? [])).toContain('3 charges of Maria Alvarez')
    expect(buttonsIn(dialog?.actions)).toEqual([{ text: 'Cancel', to: 'close', isDisabled: false }])
    expect((await amountInput(maria)).balance).toBe(31_245)
  })

  it('ends at Billing, with a receipt in a new window [2 §2.12 §2.52 §2.66 §2.67 §2.68 §2.70 §4.17]', async ({
    portal,
    maria,
  }) => {
    const { body } = await payByCard(portal, maria, { amount: '5.00' })
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/user/home/Billing', replace: true })
    const dialog = dialogOf(body.effects)
    expect(dialog?.title).toBe('Payment Successful!')
    for (const words of ['You paid', '$5.00', 'Visa ending in 1111', 'Still owed', '$307.45'])
      expect(wordsOf(dialog?.blocks ?? [])).toContain(words)
    const [ok, print] = blocksOf(dialog?.actions, 'action')
    expect([print?.text, print?.do]).toEqual([
      'Print Receipt',
      { type: 'navigate', to: expect.stringMatching(/^\/payment\/printReceipt\?payment=/), newWindow: true },
    ])
    expect([ok?.text, ok?.do]).toEqual(['Ok', { type: 'close' }])
  })
})

describe('many cards and visits', () => {
  it('are shown on demand: five cards with the chosen one, ten visits unless they are chosen from', async ({
    portal,
    maria,
  }) => {
    const { db } = portal.records
    const { patientN } = people.mariaAlvarez
    await db.execute(sql`insert into saved_cards (practice, patient_n, owner, card_name, token)
      select practice, patient_n, owner, 'more', token
        from (select * from saved_cards where patient_n = ${patientN} limit 1) one, generate_series(1, 200)`)
    await db.execute(sql`insert into charges (practice, patient_n, employee_n, facility_n, claim_date, code,
        charged, allowed, discount, insurance_paid, patient_responsible, patient_paid)
      select practice, patient_n, employee_n, facility_n, claim_date - 7 * week, 'more', 100, 100, 0, 0, 100, 0
        from (select * from charges where patient_n = ${patientN} limit 1) one, generate_series(1, 20) week`)
    const cardsAt = async (query: string) => {
      const { blocks } = (await maria.get<Screen>(`${page}${query}`)).body
      const [choice] = blocksOf(blocks, 'choice')
      const options = choice?.groups.flatMap((group) => group.options) ?? []
      return { options, find: choice?.find, chosen: options.filter(({ chosen }) => chosen).length, blocks }
    }
    const few = await cardsAt('')
    const all = await cardsAt('?cards=all')
    const count = all.options.length - 1
    expect([few.options.length, few.find, all.find?.label]).toEqual([6, undefined, 'Find a card'])
    expect(buttonsIn(few.blocks)).toContainEqual({
      text: `Show all ${count} cards`,
      to: '/user/home/MakePayment?cards=all',
      isDisabled: false,
    })
    const last = all.options.at(-2)?.do
    expect(last).toMatchObject({ to: expect.stringMatching(/\?card=.+&cards=all$/) })
    const away = await cardsAt(queryFrom(last).replace('&cards=all', ''))
    expect([away.options.length, away.chosen]).toEqual([7, 1])
    const visitsAt = async (query: string) =>
      blocksOf(await billOf(maria, query), 'section').filter(({ id }) => id.startsWith('visit-')).length
    const visits = await visitsAt('?visits=all')
    expect(buttonsIn(await billOf(maria)).map(({ text }) => text)).toContain(`Show all ${visits} visits`)
    expect([await visitsAt(''), await visitsAt('?pay=none')]).toEqual([10, visits])
    await db.execute(sql`delete from saved_cards where card_name = 'more'`)
    await db.execute(sql`delete from charges where code = 'more'`)
  })
})
