import { expect } from 'vitest'
import type { Page } from 'playwright'
import { people } from '../../server/sandbox/seed/people.ts'
import { faultsOf, focusedText, press, tick, typeInto } from './keyboard.ts'
import { codeFor, drawn, heading, messageTo, open, openContext, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const { ameliaNovak, mariaAlvarez } = people
const password = 'Silent-Orchard-91'

async function visit({ portal, browser }: BrowserFixtures, route: string, width = 1280): Promise<Page> {
  const page = await (await openContext({ browser, width })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}${route}`)
  await drawn(page)
  return page
}

async function signIn(page: Page, login: string, withPassword: string): Promise<void> {
  await typeInto(page, /^Username/, login)
  await typeInto(page, /^Password/, withPassword)
  await press(page, /^Sign in$/)
}

/** Waits for the next notice. Returns how far above it the last line of the page can be scrolled, in px. */
async function roomAboveNotice(page: Page): Promise<number> {
  const room = await page.waitForFunction(() => {
    const notice = document.querySelector('.ant-notification-notice')
    const last = [...document.querySelectorAll('footer a')].at(-1)
    if (!notice || !last) return undefined
    scrollTo(0, document.documentElement.scrollHeight)
    return { px: notice.getBoundingClientRect().top - last.getBoundingClientRect().bottom }
  })
  return (await room.jsonValue())?.px ?? Number.NaN
}

/** Returns a code that is not the right one. */
function wrongFor(code: string): string {
  return code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`
}

const titleIs = (page: Page, words: string) => expect.poll(() => heading(page).innerText()).toBe(words)

async function fillAmelia(page: Page): Promise<void> {
  await typeInto(page, /^First name/, ameliaNovak.firstName)
  await typeInto(page, /^Last name/, ameliaNovak.lastName)
  await typeInto(page, /^Date of birth/, '04/12/1988')
  await tick(page, /^Male/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByLabel('Female').isChecked()).toBe(true)
  await typeInto(page, /^ZIP code/, ameliaNovak.zip)
}

test('somebody new makes an account on a phone by keyboard alone, after a lookup without a match that keeps what was typed, and signs in [1 §1.2 §2.6 §2.42 §4.1 §4.3 §4.4 §4.10 §8.9 §8.11 §8.13]', async ({
  portal,
  browser,
}) => {
  const page = await visit({ portal, browser }, '/', 320)
  await press(page, /^Create an account/)
  await titleIs(page, 'Locate patient records')
  expect(await faultsOf(page)).toEqual([])
  await fillAmelia(page)
  await typeInto(page, /^Last name/, 'Nowhere')
  await press(page, /^Continue$/)
  const dialog = page.getByRole('dialog')
  await dialog.getByText("Sorry! We couldn't find your record. Please contact office").waitFor()
  expect(await dialog.getByRole('link', { name: '(212) 555-0140' }).getAttribute('href')).toBe('tel:+12125550140')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^OK$/)
  await dialog.waitFor({ state: 'detached' })
  // What was typed is kept.
  expect(await page.getByLabel(/^ZIP code/).inputValue()).toBe(ameliaNovak.zip)
  await typeInto(page, /^Last name/, ameliaNovak.lastName)
  await press(page, /^Continue$/)
  await titleIs(page, 'Verification code')
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(() => page.getByRole('button', { name: 'Send code' }).getAttribute('aria-disabled')).toBe('true')
  await tick(page, /^E-mail to a\*+/)
  await press(page, /^Send code$/)
  await page.getByText('Code sent successfully!').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  const code = await codeFor(ameliaNovak.email, portal)
  await typeInto(page, /^Verification code/, wrongFor(code))
  const field = page.getByLabel(/^Verification code/)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('')
  expect(await focusedText(page)).toContain('You have 4 tries left.')
  expect(await page.title()).toMatch(/^Error:/)
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Verification code/, code)
  await titleIs(page, 'Secure sign up')
  expect(await page.title()).not.toMatch(/^Error:/)
  expect(await faultsOf(page)).toEqual([])
  await makeAccount(page)
  await titleIs(page, 'Create an Account')
  await page.getByText('Account created successfully!').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^View account/)
  await titleIs(page, 'Sign in')
  await signIn(page, 'amelia.novak', password)
  await titleIs(page, 'Welcome Amelia Novak')
  await page.context().close()
})

async function makeAccount(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Continue' })
  await typeInto(page, /^Username/, 'amelia.novak')
  await typeInto(page, /^Password/, 'Silent')
  const met = page.locator('[data-field=PatientPassword] .rule.met')
  await expect.poll(() => met.count()).toBe(2)
  await page.keyboard.type('-Orchard-91')
  await expect.poll(() => met.count()).toBe(await page.locator('[data-field=PatientPassword] .rule').count())
  await typeInto(page, /^Confirm password/, password)
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await press(page, /^Read the terms/)
  await page.getByRole('dialog', { name: 'Terms of use' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toBe('Read the terms')
  await tick(page, /^I accept the terms/)
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe(null)
  await press(page, /^Continue$/)
}

test('a forgotten username comes by mail [1 §2.8 §5.13 §8.17]', async ({ portal, browser }) => {
  const page = await visit({ portal, browser }, '/user/login', 320)
  await press(page, /^Forgot Username\?/)
  await titleIs(page, 'Forgot Username')
  await typeInto(page, /^First name/, mariaAlvarez.firstName)
  await typeInto(page, /^Last name/, mariaAlvarez.lastName)
  await typeInto(page, /^Date of birth/, '06/21/1984')
  await typeInto(page, /^Email/, 'nobody')
  await press(page, /^Send username/)
  await expect.poll(() => focusedText(page)).toContain('Please enter a valid email id')
  expect(await page.title()).toMatch(/^Error:/)
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Email/, mariaAlvarez.email)
  await press(page, /^Send username/)
  await page.getByText('Username has been sent to the registered email id.').first().waitFor()
  await titleIs(page, 'Sign in')
  expect(await messageTo(mariaAlvarez.email, portal)).toContain('maria.alvarez')
  await page.context().close()
})

test('a forgotten password is set anew with a code, by keyboard alone on a phone [1 §2.9 §4.20 §4.21]', async ({
  portal,
  browser,
}) => {
  const page = await visit({ portal, browser }, '/user/login', 320)
  await press(page, /^Forgot Password\?/)
  await titleIs(page, 'Forgot Password')
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Username/, 'maria.alvarez')
  await typeInto(page, /^Date of birth/, '06/21/1984')
  await typeInto(page, /^Email/, mariaAlvarez.email)
  await press(page, /^Continue$/)
  await titleIs(page, 'Verification code')
  await tick(page, /^E-mail to/)
  const room = roomAboveNotice(page)
  await press(page, /^Send code$/)
  await page.getByText('Code sent successfully!').first().waitFor()
  expect(await room).toBeGreaterThanOrEqual(0)
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^Verification code/, await codeFor(mariaAlvarez.email, portal))
  await titleIs(page, 'Reset password')
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^New password/, password)
  await typeInto(page, /^Confirm password/, password)
  await press(page, /^Reset password$/)
  await page.getByText('Password reset is successful.').first().waitFor()
  await titleIs(page, 'Sign in')
  await signIn(page, 'maria.alvarez', password)
  await titleIs(page, 'Welcome Maria Alvarez')
  await page.context().close()
})

test('a guardian chooses a patient by keyboard, and another one later, and hears of what happens in other tabs [1 §2.44 §4.13 §6.3]', async ({
  portal,
  browser,
}) => {
  const page = await visit({ portal, browser }, '/user/login', 320)
  await typeInto(page, /^Username/, 'r.okafor@example.com')
  await typeInto(page, /^Password/, 'Bright-Window-31')
  await tick(page, /^I am a Guardian/)
  await press(page, /^Sign in$/)
  await page.getByRole('dialog', { name: 'Choose a patient' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Ada Okafor/)
  await titleIs(page, 'Welcome Ruth Okafor, guardian of Ada Okafor')
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Menu/)
  await press(page, /^Switch patient/)
  await page.getByRole('dialog', { name: 'Choose a patient' }).waitFor()
  await press(page, /^Samuel Okafor/)
  await titleIs(page, 'Welcome Ruth Okafor, guardian of Samuel Okafor')
  expect(await page.getByRole('dialog').count()).toBe(0)
  const otherPage = await signInAs('r.okafor@example.com', { browser, port: portal.port })
  await open(otherPage, '/user/home/Settings')
  await otherPage.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await otherPage.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await titleIs(page, 'Sign in')
  await Promise.all([page.context().close(), otherPage.context().close()])
})

test('who must set a new password sees that, sets it and signs in with it [1 §4.12]', async ({ portal, browser }) => {
  const page = await visit({ portal, browser }, '/user/login', 320)
  await signIn(page, 'thomas.reed', 'Old-Garden-13')
  await page.getByRole('dialog', { name: 'Existing patient identified' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await press(page, /^Reset password/)
  await titleIs(page, 'Reset password')
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^New password/, 'short')
  await typeInto(page, /^Confirm password/, 'other')
  await press(page, /^Reset password$/)
  await expect.poll(() => focusedText(page)).toContain("Password doesn't match the criteria")
  await typeInto(page, /^New password/, password)
  await typeInto(page, /^Confirm password/, password)
  await press(page, /^Reset password$/)
  await titleIs(page, 'Sign in')
  await signIn(page, 'thomas.reed', password)
  await titleIs(page, 'Welcome Thomas Reed')
  await page.context().close()
})
