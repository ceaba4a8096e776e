import { expect } from 'vitest'
import type { Page } from 'playwright'
import { faultsOf, press } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const profile = '/user/home/Profile'
const minute = 60_000

/** Two tabs of one browser with a fake clock; the server's clock is not changed. */
async function twoTabs({ portal, browser }: BrowserFixtures): Promise<[Page, Page]> {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await page.context().clock.install()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await drawn(other)
  await open(page, profile)
  return [page, other]
}

const later = (page: Page, ms: number) => page.context().clock.fastForward(ms)
const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

test('who stays signed in keeps what was typed, in every tab', async ({ portal, browser }) => {
  const [page, other] = await twoTabs({ portal, browser })
  const change = page.getByLabel(/^What to change/)
  await change.fill('I have moved')
  await change.click({ trial: true }) // waits until the page no longer scrolls, which is a sign of activity
  await later(page, 9 * minute + 1000)
  await warning(page).waitFor()
  await warning(other).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Stay signed in$/)
  await warning(page).waitFor({ state: 'detached' })
  await warning(other).waitFor({ state: 'detached' })
  expect(await change.inputValue()).toBe('I have moved')
  await page.context().close()
})

test('who is away is notified that the session has expired, and every tab shows the sign-in soon after [1 §4.22 §4.23 §4.24 §9.5] [2 §2.157 §4.48 §4.49 §8.47 §9.14]', async ({
  portal,
  browser,
}) => {
  const [page, other] = await twoTabs({ portal, browser })
  await later(page, 9 * minute + 1000)
  await warning(page).waitFor()
  await later(page, minute)
  await page.getByRole('dialog', { name: 'Session Timeout' }).waitFor()
  await page.getByText('Your session has been expired. Please re-login.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await later(page, 20_000)
  for (const tab of [page, other]) {
    await expect.poll(() => heading(tab).innerText()).toBe('Sign in')
    expect(new URL(tab.url()).pathname).toBe('/user/login')
    expect(await tab.getByText('Maria Alvarez').count()).toBe(0)
  }
  await page.context().close()
})
