import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { RegionContent } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { guestOf } from '../support/guests.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { balanceText } from '../support/balance.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { setSetting, withSetting } from '../support/switches.ts'

const it = portalTest({
  maria: 'maria.alvarez',
  nora: 'new.patient',
  gabriel: 'g.alvarez@example.com',
  ben: 'ben.carter',
})

const screen = '/ui/screens/user/home/Billing'
const region = '/ui/regions/billing.charges'

async function chargesOf(visitor: Visitor): Promise<RegionContent['blocks']> {
  const { status, body } = await visitor.get<RegionContent>(region)
  expect(status).toBe(200)
  return body.blocks
}

const visitsOf = (blocks: RegionContent['blocks']) =>
  blocksOf(blocks, 'section').filter(({ id }) => id.startsWith('visit-'))

describe('the bills of a patient', () => {
  it('say what is owed, and by visit what it is made of, the latest first [2 §1.1 §2.24 §4.1 §4.2 §9.3]', async ({
    maria,
  }) => {
    const { body } = await maria.get(screen)
    expect([body.title, body.route]).toEqual(['Billing', '/user/home/Billing'])
    const blocks = await chargesOf(maria)
    expect(balanceText(blocks)).toBe('You owe $312.45')
    const visits = visitsOf(blocks)
    expect(visits).toHaveLength(3)
    expect(visits.map(({ id }) => id)).toEqual(
      visits
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    const words = wordsOf(blocks)
    for (const each of ['Pending', '$176.00', '$148.45', '$38.00', 'Credit $50.00']) expect(words).toContain(each)
  })

  it('add up in every row, and say what the columns do not show', async ({ portal, maria, ben }) => {
    const centsIn = (text: unknown) =>
      Math.round(Number(String(text).replace('Credit ', '-').replaceAll(/[$,]/g, '')) * 100)
    const rowsOf = async (visitor: Visitor) =>
      blocksOf(await chargesOf(visitor), 'table')
        .flatMap(({ rows }) => rows)
        .filter(({ id, cells }) => id.startsWith('charge-') && cells['insurance']?.text !== 'Pending')
        .map(({ cells }) => cells)
    const rows = await rowsOf(maria)
    expect(rows).toHaveLength(4)
    for (const { charged, discount, insurance, paid, owed } of rows) {
      const rest = [discount, insurance, paid].map((cell) => centsIn(cell?.text ?? '0')) // zeros are left out
      expect(rest.reduce((left, each) => left - each, centsIn(charged?.text))).toBe(centsIn(owed?.text))
    }
    const changeDiscount = (cents: number) =>
      portal.records.db.execute(
        sql`update charges set discount = discount + ${cents} where patient_n = ${people.benCarter.patientN}`,
      )
    await changeDiscount(-500)
    const helps = (await rowsOf(ben)).map(({ owed }) => owed?.help)
    await changeDiscount(500)
    expect(helps).toContain('After other adjustments of $5.00')
  })

  it('above $9,999.99 say that they are paid in parts', async ({ portal, maria }) => {
    const addToTissue = (cents: number) =>
      portal.records.db.execute(
        sql`update charges set patient_responsible = patient_responsible + ${cents}
          where patient_n = ${people.mariaAlvarez.patientN} and description like 'Tissue%'`,
      )
    await addToTissue(2_000_000)
    for (const path of [region, '/ui/screens/user/home/MakePayment']) {
      const words = wordsOf((await maria.get<RegionContent>(path)).body.blocks)
      expect([path, words]).toEqual([
        path,
        expect.stringContaining('One payment can be up to $9,999.99. Pay the rest after it.'),
      ])
    }
    await addToTissue(-2_000_000)
    expect(wordsOf(await chargesOf(maria))).not.toContain('Pay the rest')
  })

  it('name a credit that lowers what is owed, and what waits for insurance', async ({ maria }) => {
    const [figure] = blocksOf(await chargesOf(maria), 'figure')
    expect(figure?.help).toBe('for 2 visits, minus your credit of $50.00; part of 1 visit waits for insurance')
  })

  it('stand in tabs that the address keeps', async ({ maria, nora }) => {
    const tabsOf = async (visitor: Visitor, query = '') => {
      const { body } = await visitor.get<RegionContent>(`${region}${query}`)
      return blocksOf(body.blocks, 'tabs').map(({ active, tabs }) => [active, tabs.map(({ label }) => label)])
    }
    expect(await tabsOf(maria)).toEqual([['bills', ['Bills', 'Invoices and statements', 'Estimates']]])
    expect(await tabsOf(maria, '?tab=papers')).toMatchObject([['papers', {}]])
    expect(await tabsOf(nora, '?tab=payments')).toEqual([['bills', ['Bills', 'Invoices and statements', 'Estimates']]])
    expect(await tabsOf(maria, '?tab=other')).toMatchObject([['bills', {}]])
    expect((await maria.get(`${screen}?tab=other`)).status).toBe(200)
    const { body } = await maria.get(`${screen}?tab=papers`)
    expect(JSON.stringify(body.blocks)).toContain('billing.charges?tab=papers')
  })

  it('have all columns of the specification in their details [2 §2.46]', async ({ maria }) => {
    const words = wordsOf(await chargesOf(maria))
    for (const column of [
      'Service Date',
      'Procedure Code/Description',
      'Diagnosis Code(s)',
      'Our Charge',
      'Allowed Amount',
      'Discount',
      'Insurance Payments',
      'Patient Responsible',
      'Patient Payment',
      'Remaining Patient Balance',
    ])
      expect(words).toContain(column)
    expect(words).toContain('11102 Tangential biopsy of skin, single lesion')
    expect(words).toContain('D22.5, D48.5')
  })

  it('are a sentence where there are none, and say when all is paid [2 §2.48 §4.4]', async ({ nora, gabriel }) => {
    expect(balanceText(await chargesOf(nora))).toBe('No Due Payment')
    expect(wordsOf(await chargesOf(nora))).toContain('When the office bills you for a visit')
    const paid = await chargesOf(gabriel)
    expect(balanceText(paid)).toBe('No Due Payment')
    expect(visitsOf(paid)).toHaveLength(1)
  })

  it('say how to pay where no cards are taken', async ({ ben }) => {
    expect(wordsOf(await chargesOf(ben))).toContain('You can pay at the office, or call ')
    expect(wordsOf(await chargesOf(ben))).toContain('tel:+13035550150')
  })

  it('show a credit', async ({ portal, ben }) => {
    expect(balanceText(await chargesOf(ben))).toBe('You owe $75.00')
    await portal.records.db.execute(
      sql`update charges set patient_paid = 10050 where patient_n = ${people.benCarter.patientN}`,
    )
    const blocks = await chargesOf(ben)
    expect(balanceText(blocks)).toBe('No Due Payment')
    expect(wordsOf(blocks)).toContain('You have a credit of $25.50.')
  })

  it('stand below the words of the practice [2 §3.16]', async ({ portal, maria }) => {
    await setSetting(portal, { name: 'PortalBillingText', value: 'Call 5 for questions about bills. <b>' })
    expect(wordsOf((await maria.get(screen)).body.blocks)).toContain('Call 5 for questions about bills. <b>')
  })
})

describe('estimates', () => {
  const estimates = '/ui/regions/billing.estimates'

  it('stand below the bills, as long as they are good, where the practice shows them', async ({
    portal,
    maria,
    nora,
  }) => {
    const { body } = await maria.get<RegionContent>(estimates)
    for (const words of ['$285.00', 'Excision of a benign lesion', 'This is not a bill.'])
      expect(wordsOf(body.blocks)).toContain(words)
    expect(JSON.stringify(await chargesOf(maria))).toContain('billing.estimates')
    const words = 'There are no estimates of planned care. When the office makes one, it will be shown here.'
    const none = [
      { kind: 'list', id: 'no-estimates', label: 'Estimates', rows: [], empty: { picture: 'card', text: words } },
    ]
    expect((await nora.get<RegionContent>(estimates)).body.blocks).toEqual(none)
    portal.clock.aheadMs += 181 * 24 * 3_600_000
    const later = await portal.signIn('maria.alvarez')
    expect((await later.get<RegionContent>(estimates)).body.blocks).toEqual(none)
  })

  it('are off with their switch, and never for guests', async ({ portal, maria }) => {
    expect((await (await guestOf(portal)).get(estimates)).status).toBe(403)
    await withSetting(portal, { name: 'Portal_Estimates', value: false }, async () => {
      expect((await maria.get(estimates)).status).toBe(403)
      expect(JSON.stringify(await chargesOf(maria))).not.toContain('billing.estimates')
    })
  })
})

describe('bills are shown', () => {
  it('to patients and guardians only', async ({ portal }) => {
    const admin = await portal.signIn('front.desk')
    for (const path of [screen, region]) {
      expect((await portal.visitor().get(path)).status).toBe(401)
      expect((await admin.get(path)).status).toBe(403)
    }
  })

  it('while the practice offers them, in the menu too [1 §2.39 §6.11] [2 §6.20]', async ({ portal, maria }) => {
    const menu = async () => JSON.stringify((await maria.get('/ui/shell')).body)
    const isOff = async () => {
      expect(await menu()).not.toContain('/user/home/Billing')
      for (const path of [screen, region]) {
        const { status, body } = await maria.get(path)
        expect([path, status, body.code]).toEqual([path, 403, 'route.off'])
      }
    }
    expect(await menu()).toContain('/user/home/Billing')
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2, 3, 4, 6, 7] }, isOff)
    expect((await maria.get(screen)).status).toBe(200)
    await withSetting(portal, { name: 'EnableBillingForPortal', value: false }, isOff)
  })

  it('as far as the record server answers', async ({ portal, maria }) => {
    await portal.fault({ kind: 'down', path: 'GetInvoiceData' })
    expect(await maria.get(region)).toMatchObject({ status: 503, body: { code: 'practice.unavailable' } })
    expect((await maria.get(screen)).status).toBe(200)
    await portal.heal()
    await portal.fault({ kind: 'nonsense', path: 'GetInvoiceData', times: 1 })
    expect(await maria.get(region)).toMatchObject({ status: 502, body: { code: 'practice.nonsense' } })
  })
})
