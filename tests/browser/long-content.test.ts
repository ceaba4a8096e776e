import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { people } from '../../server/sandbox/seed/people.ts'
import { payByCard } from '../support/card-payment.ts'
import { isTooWide } from './axe.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'
import { faultsOf } from './keyboard.ts'
import { open, signInAs } from './people.ts'
import { longName as long } from './screens/judges/long-names.ts'

const test = browserTest()

const { patientN } = people.mariaAlvarez

const screens = {
  'maria.alvarez': [
    '/user/home/dashboard',
    '/user/home/appointments',
    '/user/home/Billing?visits=all',
    '/user/home/Billing?pay=none',
    '/user/home/Billing?tab=payments',
    '/user/home/MakePayment',
    '/user/home/MakePayment?cards=all',
    '/user/home/Installments',
    '/user/home/Profile',
    '/user/home/ChatMsg',
    '/payment/printReceipt',
  ],
  'front.desk': ['/admin/payments'],
} as const

test('names of 60 letters, 60 charges and 200 cards fit a phone and a tablet', async ({ portal, browser }) => {
  await lengthen(portal)
  for (const login of ['maria.alvarez', 'front.desk'] as const) {
    const page = await signInAs(login, { browser, port: portal.port, width: 768 })
    for (const path of screens[login]) {
      await open(page, path)
      expect([path, await isTooWide(page)]).toEqual([path, false])
      await page.setViewportSize({ width: 320, height: 900 })
      expect([path, await faultsOf(page)]).toEqual([path, []])
      await page.setViewportSize({ width: 768, height: 900 })
    }
  }
})

async function lengthen(portal: BrowserFixtures['portal']): Promise<void> {
  const { database, records } = portal
  const maria = await portal.signIn('maria.alvarez')
  await payByCard(portal, maria, { amount: '50.00', details: { save: true, cardName: 'Family', lastName: long } })
  await database.db.execute(sql`insert into payments
    (id, licensee_id, patient_id, payer, state, amount_cents, card, created_at, changed_at)
    select 'unknown', licensee_id, patient_id, payer, 'unknown', 100, card, now(), now() from payments`)
  for (const change of [
    sql`update patients set first_name = ${long}, last_name = ${long} where patient_n = ${patientN}`,
    sql`update providers set first_name = ${long}, last_name = ${long} where practice = 'lakeside'`,
    sql`update facilities set name = ${`${long} ${long}`} where practice = 'lakeside'`,
    sql`insert into charges (practice, patient_n, employee_n, facility_n, claim_date, code, description,
        charged, allowed, discount, insurance_paid, patient_responsible, patient_paid)
      select practice, patient_n, employee_n, facility_n, claim_date - day, code, ${long}, 999999, 99999, 0, 0, 99999, 0
        from (select * from charges where patient_n = ${patientN} limit 1) one, generate_series(1, 60) day`,
    sql`insert into saved_cards (practice, patient_n, owner, card_name, token)
      select practice, patient_n, owner, ${long}, token
        from (select * from saved_cards where patient_n = ${patientN} limit 1) one, generate_series(1, 200)`,
  ])
    await records.db.execute(change)
}
