import type { Page } from 'playwright'
import { expect } from 'vitest'
import { makeInvoice, statementDays } from '../support/invoices.ts'
import { paymentOf } from '../support/linked-screens.ts'
import { faultsOf } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'
import { browserTest } from './browser-test.ts'
import { printsOf } from './prints.ts'
import { people } from '../../server/sandbox/seed/people.ts'

const test = browserTest()

const addressOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document
    return active?.getAttribute('href') ?? active?.textContent
  })

test('an invoice is a document over everything, whose bar is one line of 44 px at 320 px, and Esc leads back to its row [2 §2.51]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const number = await makeInvoice(await portal.signIn('maria.alvarez'))
  await open(page, '/user/home/Invoices')
  const view = page.getByRole('link', { name: `View invoice ${number}` })
  await view.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/Invoices\/\d+$/)
  await drawn(page)
  expect([await heading(page).innerText(), await focused(page)]).toEqual([`Invoice ${number}`, `Invoice ${number}`])
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])

  await page.setViewportSize({ width: 320, height: 900 })
  await page.mouse.wheel(0, 2000)
  const tools = ['Print', 'Download PDF', 'Close'].map((name) => page.getByRole('button', { name, exact: true }))
  const boxes = await Promise.all([heading(page), ...tools].map((each) => each.boundingBox()))
  for (const box of boxes.slice(1)) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
  expect(Math.max(...middles)).toBeLessThan(80)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/Invoices$/)
  await drawn(page)
  expect(await focused(page)).toBe(`/user/home/Invoices/${number}`)
})

test('Close returns to the tab and the ticks of a bill, and to the button that opened it', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await open(page, '/user/home/Billing?tab=papers&pay=none')
  const from = addressOf(page)
  await page.getByRole('button', { name: 'Print Invoice' }).click()
  await page.waitForURL(/\/Invoices\/\d+/)
  await expect.poll(() => printsOf(page)).toBe(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/Billing'))
  await drawn(page)
  expect([addressOf(page), await focused(page)]).toEqual([from, 'Print Invoice'])
})

test('what prints at once prints once: not on reload, back or forward', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const maria = await portal.signIn('maria.alvarez')
  const number = await makeInvoice(maria)
  const [day = ''] = await statementDays(maria)
  const payment = await paymentOf(portal, {
    licenseeId: 'lakeside',
    patientId: String(people.mariaAlvarez.patientN),
  })
  await open(page, '/user/home/Billing')
  let printed = 0
  for (const address of [
    `/user/home/Invoices/${number}`,
    `/user/home/Statements/${day}`,
    `/payment/printReceipt?payment=${payment}`,
  ]) {
    await open(page, `${address}${address.includes('?') ? '&' : '?'}print=now`)
    printed += 1
    await expect.poll(() => printsOf(page)).toBe(printed)
    expect(addressOf(page)).toBe(address)
    await page.reload()
    await drawn(page)
    await page.goBack()
    await page.goForward()
    await drawn(page)
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
    expect([addressOf(page), await printsOf(page)]).toEqual([address, printed])
  }
})
