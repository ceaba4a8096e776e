import { expect } from 'vitest'
import type { Page } from 'playwright'
import { faultsOf, focusedText, press, typeInto } from './keyboard.ts'
import { drawn, heading, open, openContext, signInAs } from './people.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

const password = 'Silent-Orchard-91'
const settings = '/user/home/Settings'

const titleIs = (page: Page, words: string) => expect.poll(() => heading(page).innerText()).toBe(words)

/** The screen shows no data of the user any more, without a reload. */
async function isSignedOut(page: Page): Promise<void> {
  await titleIs(page, 'Sign in')
  expect(await page.evaluate(() => 'neverReloaded' in globalThis)).toBe(true)
  expect(await page.getByRole('navigation').count()).toBe(0)
}

async function signedIn(
  { portal, browser }: BrowserFixtures,
  login: Parameters<typeof signInAs>[0],
  width = 1280,
): Promise<Page> {
  const page = await signInAs(login, { browser, port: portal.port, width })
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  return page
}

async function visitorAt({ portal, browser }: BrowserFixtures, route: string): Promise<Page> {
  const page = await (await openContext({ browser })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}${route}`)
  await drawn(page)
  return page
}

function close(...pages: Page[]): Promise<unknown> {
  return Promise.all(pages.map((page) => page.context().close()))
}

test('a session that is ended in the list is over in its own browser at once, and a new password ends every other one', async ({
  portal,
  browser,
}) => {
  const [here, there, elsewhere] = [
    await signedIn({ portal, browser }, 'new.patient', 320),
    await signedIn({ portal, browser }, 'new.patient'),
    await signedIn({ portal, browser }, 'new.patient'),
  ]
  await open(here, settings)
  expect(await faultsOf(here)).toEqual([])
  const others = here.getByRole('button', { name: /^Sign out Chrome/ })
  expect(await others.count()).toBe(2)
  await press(here, /^Sign out Chrome/)
  await expect.poll(() => others.count()).toBe(1)
  await here.getByText('This browser').waitFor()
  const isOver = (page: Page) => page.getByRole('heading', { name: 'Sign in' }).isVisible()
  await expect.poll(async () => [await isOver(there), await isOver(elsewhere)].filter(Boolean).length).toBe(1)
  await press(here, /^Change password$/)
  await titleIs(here, 'Settings - Change Password')
  await typeInto(here, /^Current password/, 'Wrong-Bridge-26')
  await typeInto(here, /^New password/, password)
  await typeInto(here, /^Confirm password/, password)
  await press(here, /^Change password$/)
  await expect.poll(() => focusedText(here)).toContain('Entered Current Password is not valid.')
  expect(await here.title()).toMatch(/^Error:/)
  expect(await faultsOf(here)).toEqual([])
  await typeInto(here, /^Current password/, 'Morning-Bridge-26')
  await press(here, /^Change password$/)
  await here.getByText('Password reset is successful.').first().waitFor()
  await titleIs(here, 'Sign in')
  await isSignedOut(there)
  await isSignedOut(elsewhere)
  await typeInto(here, /^Username/, 'new.patient')
  await typeInto(here, /^Password/, password)
  await press(here, /^Sign in$/)
  await titleIs(here, 'Welcome Nora Quinn')
  await close(here, there, elsewhere)
})

test('a guardian whose access is deleted is out of the account at once', async ({ portal, browser }) => {
  const patient = await signedIn({ portal, browser }, 'maria.alvarez', 320)
  await open(patient, '/user/register/guardian')
  expect(await faultsOf(patient)).toEqual([])
  await patient.getByRole('button', { name: 'Send the invitation' }).waitFor()
  await press(patient, /^Choose the password yourself$/)
  await patient.getByRole('button', { name: 'Create account' }).waitFor()
  expect(await faultsOf(patient)).toEqual([])
  await typeInto(patient, /^First name/, 'Grace')
  await typeInto(patient, /^Last name/, 'Featherstonehaugh-Cholmondeley-Wolfeschlegelstein')
  await choose(patient, 'Other')
  await typeInto(patient, /^Date of birth/, '05/17/1980')
  await typeInto(patient, /^Email/, 'grace.featherstonehaugh@a.very.long.example.com')
  await typeInto(patient, /^Password/, password)
  await typeInto(patient, /^Confirm password/, password)
  await press(patient, /^Create account$/)
  await titleIs(patient, 'Welcome Maria Alvarez')
  const guardian = await visitorAt({ portal, browser }, '/user/login')
  await guardian.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  await guardian.getByLabel(/^Username/).fill('grace.featherstonehaugh@a.very.long.example.com')
  await guardian.getByLabel(/^Password/).fill(password)
  await guardian.getByLabel('I am a Guardian').check()
  await guardian.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => heading(guardian).innerText()).toMatch(/guardian of Maria Alvarez$/)
  await open(patient, '/user/register/guardian')
  expect(await faultsOf(patient)).toEqual([])
  await press(patient, /^Delete Grace/)
  await patient.getByRole('dialog').waitFor()
  expect(await faultsOf(patient)).toEqual([])
  await press(patient, /^Delete$/)
  await patient.getByText('No one else can use your account yet.').waitFor()
  await isSignedOut(guardian)
  await close(patient, guardian)
})

const inFigures = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** Chooses by the arrow keys, as in every list. */
async function choose(page: Page, relation: string): Promise<void> {
  const list = page.getByLabel(/^Relation/)
  await list.focus()
  await page.keyboard.type(relation)
  await expect.poll(() => list.locator('option:checked').innerText()).toBe(relation)
}

test('a request to change the profile is written within its limit and sent, and the activity log is read for days that are typed, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const page = await signedIn({ portal, browser }, 'maria.alvarez', 320)
  await open(page, '/user/home/Profile')
  const button = page.getByRole('button', { name: 'Notify Admin' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await typeInto(page, /^What to change/, `I have moved. ${'x'.repeat(240)}`)
  await page.getByText('254 of 250 characters').first().waitFor()
  await page.keyboard.press('Tab')
  expect(await faultsOf(page)).toEqual([])
  await typeInto(page, /^What to change/, 'I have moved to 12 Elm Street.')
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe(null)
  await press(page, /^Notify Admin$/)
  await page
    .getByText(/^Your request for updating profile details has been sent/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel(/^What to change/).inputValue()).toBe('')

  await open(page, '/user/home/ActivityLog?from=none')
  await typeInto(page, /^From/, '01/02/2020')
  await typeInto(page, /^To/, '01/01/2020')
  await press(page, /^Get Activity Logs$/)
  await expect.poll(() => focusedText(page)).toContain('The From Date must not be after the To Date.')
  expect(await page.title()).toMatch(/^Error:/)
  expect(await faultsOf(page)).toEqual([])
  const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York', ...inFigures })
  await typeInto(page, /^To/, today)
  await press(page, /^Get Activity Logs$/)
  await page.getByRole('table', { name: /^Activity from 01\/02\/2020 to / }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByText('Signs a patient or guardian in').first().waitFor()
  await close(page)
})
