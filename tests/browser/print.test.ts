import type { Page } from 'playwright'
import { expect } from 'vitest'
import { makeInvoice } from '../support/invoices.ts'
import { browserTest } from './browser-test.ts'
import { drawn, open, openContext, signInAs } from './people.ts'

const test = browserTest()

/** What stands at the head of the printed page, if it has one, and which parts for the screen only are printed too. */
async function printedOn(page: Page, route: string): Promise<{ head: string | undefined; extra: string[] }> {
  await page.emulateMedia({ media: null })
  await open(page, route)
  await page.emulateMedia({ media: 'print' })
  const head = page.locator('.print-head')
  const words = (await head.isVisible()) ? (await head.innerText()).replaceAll(/\s+/g, ' ') : undefined
  // The rows of a list are content, also those that act.
  const buttons = 'main button:not([role=tab], [data-kind=list] button)'
  const extra = page.locator(`header, footer, nav, aside, ${buttons}`).filter({ visible: true })
  return { head: words, extra: await extra.allInnerTexts() }
}

const at = String.raw`Printed \d+\/\d+\/\d+, \d+:\d\d [AP]M`

test('a page of a patient is printed with the practice, the patient and the date, and without buttons, an invoice with its own head only', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  for (const route of ['dashboard', 'appointments', 'Profile', 'Billing', 'Messages', 'Myrecord', 'ActivityLog']) {
    const { head, extra } = await printedOn(page, `/user/home/${route}`)
    expect(head, route).toMatch(new RegExp(`^Lakeside Dermatology Patient: Maria Alvarez ${at}$`))
    expect(extra, route).toEqual([])
  }
  const number = await makeInvoice(await portal.signIn('maria.alvarez'))
  expect(await printedOn(page, `/user/home/Invoices/${number}`)).toEqual({ head: undefined, extra: [] })
  expect((await page.pdf({ format: 'Letter' })).length).toBeGreaterThan(1000)
})

test('a page is printed with the patient for whom a guardian acts, and without one for others', async ({
  portal,
  browser,
}) => {
  const guardian = await signInAs('g.alvarez@example.com', { browser, port: portal.port })
  const { head, extra } = await printedOn(guardian, '/user/home/appointments')
  expect(head).toMatch(new RegExp(`^Lakeside Dermatology Patient: Lucas Alvarez ${at}$`))
  expect(extra).toEqual([])
  const admin = await signInAs('front.desk', { browser, port: portal.port })
  expect((await printedOn(admin, '/admin/payments')).head).toMatch(new RegExp(`^Lakeside Dermatology ${at}$`))
  const visitor = await (await openContext({ browser })).newPage()
  await visitor.goto(`http://northgate.localhost:${portal.port}/`)
  await drawn(visitor)
  expect((await printedOn(visitor, '/user/login')).head).toMatch(new RegExp(`^Northgate Family Medicine ${at}$`))
})
