import { expect } from 'vitest'
import type { Page } from 'playwright'
import { browserTest } from './browser-test.ts'
import { press, typeInto } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'

const test = browserTest()

/** What the browser keeps of the portal for a page. */
const keptBy = (page: Page) => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)].flat())

test('who signs out leaves nothing in the browser but its mark, and every tab goes on [1 §2.31]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await drawn(other)
  await open(other, '/user/home/Profile')
  await other.getByLabel(/^What to change/).fill('I have moved')
  await page.evaluate(() => localStorage.setItem('anything', 'kept'))
  await page.evaluate(() => sessionStorage.setItem('anything', 'kept'))
  await page.bringToFront()
  await press(page, /Maria Alvarez/)
  await press(page, /^Logout/)
  await page.waitForURL((url) => url.pathname === '/')
  await drawn(page)
  await expect.poll(() => other.getByText('Maria Alvarez').count()).toBe(0)
  await expect.poll(() => heading(other).innerText()).toBe('Sign in')
  expect(await other.locator('textarea').count()).toBe(0)
  expect([await keptBy(page), await keptBy(other)].flat()).not.toContain('anything')
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['portal_device'])
  for (const tab of [page, other]) {
    await open(tab, '/user/login')
    expect(await tab.getByLabel(/^Username/).inputValue()).toBe('')
  }
  await other.bringToFront()
  await typeInto(other, /^Username/, 'new.patient')
  await typeInto(other, /^Password/, 'Morning-Bridge-26')
  await press(other, /^Sign in$/i)
  await other.waitForURL(/dashboard/)
  await drawn(other)
  await open(page, '/user/home/dashboard')
  await expect.poll(() => heading(page).innerText()).toContain('Nora')
  await page.context().close()
})
