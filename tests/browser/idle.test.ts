import { expect } from 'vitest'
import type { Page } from 'playwright'
import { faultsInSight, faultsOf, press } from './keyboard.ts'
import { drawn, heading, open, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const profile = '/user/home/Profile'
const minute = 60_000

/**
 * Two tabs of one browser with a fake clock; the server's clock is not changed. The browser reports a scroll and
 * a moved pointer a frame late, which would be activity after the jump of the clock: once the user is away, the
 * page does not hear of them.
 */
async function twoTabs({ portal, browser }: BrowserFixtures): Promise<[Page, Page]> {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  await page.context().clock.install()
  await page.context().addInitScript(() => {
    for (const type of ['mousemove', 'scroll'])
      addEventListener(type, (event) => 'isAway' in window && event.stopImmediatePropagation(), { capture: true })
  })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await drawn(other)
  await open(page, profile)
  return [page, other]
}

/** Whether the markup of the page contains one of these, seen or not. */
const contains = async (page: Page, words: RegExp) =>
  words.test(await page.evaluate(() => document.documentElement.outerHTML))

const timeout = (page: Page) => page.getByRole('dialog', { name: 'Session Timeout' })

/** The user of every tab is away for so many milliseconds. */
async function later(page: Page, ms: number): Promise<void> {
  for (const tab of page.context().pages()) await tab.evaluate(() => void Object.assign(window, { isAway: true }))
  await page.context().clock.fastForward(ms)
}
const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

test('who stays signed in keeps what was typed, in every tab', async ({ portal, browser }) => {
  const [page, other] = await twoTabs({ portal, browser })
  const change = page.getByLabel(/^What to change/)
  await change.fill('I have moved')
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
  await timeout(page).waitFor()
  await page.getByText('Your session has been expired. Please re-login.').waitFor()
  expect(await faultsInSight(page)).toEqual([])
  await later(page, 20_000)
  for (const tab of [page, other]) {
    await expect.poll(() => heading(tab).innerText()).toBe('Sign in')
    expect(new URL(tab.url()).pathname).toBe('/user/login')
    expect(await tab.getByText('Maria Alvarez').count()).toBe(0)
  }
  await page.context().close()
})

test('a session that is over leaves nothing of the record behind its dialog: not in a tab, on paper, by Back or by a reload [1 §4.22] [2 §2.157]', async ({
  portal,
  browser,
}) => {
  const [page, other] = await twoTabs({ portal, browser })
  await press(page, /^Appointments$/)
  await drawn(page)
  expect(await contains(page, /Alvarez/)).toBe(true)
  // The clock stands still then, so that the dialog stays however slow the machine is.
  await later(page, 0)
  const now = await page.evaluate(() => Date.now())
  await page.context().clock.pauseAt(now + 10 * minute + 1000)
  for (const tab of [page, other]) {
    await timeout(tab).waitFor()
    await expect.poll(() => contains(tab, /Alvarez|Test results|<textarea/)).toBe(false)
    expect(await tab.getByRole('main').innerText()).toBe('')
    await tab.emulateMedia({ media: 'print' })
    expect(await tab.locator('body').innerText()).not.toMatch(/Alvarez/)
    await tab.emulateMedia({ media: null })
  }
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe(profile)
  await timeout(page).waitFor()
  expect(await contains(page, /Alvarez/)).toBe(false)
  await page.context().clock.resume()
  await page.reload()
  await expect.poll(() => heading(page).innerText()).toBe('Sign in')
  expect(await contains(page, /Alvarez/)).toBe(false)
  await page.context().close()
})

test('a page that the browser has kept aside is hidden meanwhile, and loaded again', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port })
  const turn = (type: string) =>
    page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  await turn('pagehide')
  expect(await heading(page).isVisible()).toBe(false)
  const loaded = page.waitForEvent('load')
  await turn('pageshow')
  await loaded
  await drawn(page)
  expect(await heading(page).isVisible()).toBe(true)
  await page.context().close()
})
