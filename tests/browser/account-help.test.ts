import { sql } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, faultsOf, press, proveByPassword } from './keyboard.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { mailTo } from '../support/guardians.ts'
import { drawn, open, openContext, signInAs } from './people.ts'

const test = browserTest()

const expectClean = async (page: Page) => expect(await faultsOf(page)).toEqual([])
const expectCleanInWidths = async (page: Page) => expect(await faultsInWidths(page)).toEqual([])

test('the front desk disables a patient, enables her again and gives her a one-time password, by keyboard at 320 px [2 §2.147 §8.35]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('calls.desk', { browser, port: portal.port, width: 320 })
  await open(page, '/admin/patient/1001')
  await press(page, /^Disable/)
  await page.getByRole('dialog', { name: 'Disable Maria Alvarez?' }).waitFor()
  await expectCleanInWidths(page)
  await press(page, /^Disable patient$/)
  await expect.poll(() => page.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Reason').fill('She moved away and asked us by phone')
  await press(page, /^Disable patient$/)
  await proveByPassword(page, 'Ring-Twice-64')
  await page.getByText('This patient is disabled').waitFor()
  await expectCleanInWidths(page)
  await press(page, /^Enable/)
  await page.getByLabel('Reason').fill('She came back')
  await press(page, /^Enable patient$/)
  await page.getByText('This patient is disabled').waitFor({ state: 'detached' })
  await expectClean(page)
  expect(await page.getByRole('dialog').count()).toBe(0)

  // Each person has proved it a moment ago, and is not asked again.
  await press(page, /^Reset/)
  await page.getByRole('dialog', { name: 'Reset the password of Maria Alvarez?' }).waitFor()
  await expectClean(page)
  await press(page, /^Make a one-time password$/)
  const shown = page.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  await shown.waitFor()
  await expectClean(page)
  await press(page, /^Done$/)
  await shown.waitFor({ state: 'detached' })
  await page.getByText(/^One-time password, works until/).waitFor()
  await expectClean(page)
})

test('two of the staff turn a lost authenticator app off, each on their own page', async ({ portal, browser }) => {
  await portal.database.db.execute(sql`update accounts set totp_secret = 'x' where login = 'maria.alvarez'`)
  const page = await signInAs('calls.desk', { browser, port: portal.port })
  await open(page, '/admin/patient/1001')
  await press(page, /^Turn off/)
  await page.getByLabel('Reason').fill('Lost her phone and showed her license')
  await expectClean(page)
  await press(page, /^Request it$/)
  await proveByPassword(page, 'Ring-Twice-64')
  const waits = page.getByText('Another member of the staff has to confirm it')
  await waits.waitFor()
  const other = await signInAs('front.desk', { browser, port: portal.port, width: 320 })
  await open(other, '/admin/patient/1001')
  await expectClean(other)
  await press(other, /^Confirm/)
  await press(other, /^Turn it off$/)
  await proveByPassword(other, 'Practice-Keys-88')
  await waits.waitFor({ state: 'detached' })
  await expectClean(page)
})

test('the email of a guardian changes with the link that the new address gets, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const email = 'gabriel.new@example.org'
  const page = await signInAs('calls.desk', { browser, port: portal.port, width: 320 })
  await open(page, `/admin/patient/${people.lucasAlvarez.patientN}`)
  await page.getByRole('button', { name: /^Change.*the email of Gabriel/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Change the email of Gabriel Alvarez?' }).waitFor()
  await expectCleanInWidths(page)
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Reason').fill('Lost the old mailbox')
  await press(page, /^Send the link$/)
  await proveByPassword(page, 'Ring-Twice-64')
  await page.getByText(`The link is on its way to ${email}.`).first().waitFor()
  const { text } = await mailTo(portal, email)
  const link = /\/user\/email\/[\w-]{43}(?=\s)/.exec(text)?.[0] ?? expect.fail('the email has a link')
  const owner = await (await openContext({ browser, width: 320 })).newPage()
  await owner.goto(`http://lakeside.localhost:${portal.port}${link}`)
  await drawn(owner)
  await expectCleanInWidths(owner)
  await owner.getByLabel('Password', { exact: true }).fill('Wrong-Forest-77')
  await press(owner, /^Confirm$/)
  await owner.getByText('This password is not right.').first().waitFor()
  await owner.getByLabel('Password', { exact: true }).fill('Quiet-Forest-77')
  await press(owner, /^Confirm$/)
  await owner.getByText('Your email address is changed. Sign in with it.').first().waitFor()
  await page.getByText(email, { exact: true }).first().waitFor()
})
