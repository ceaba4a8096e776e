import type { Page } from 'playwright'
import { expect } from 'vitest'
import { mariaN } from '../support/visits.ts'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, press, proveByPassword } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

const test = browserTest()

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const isClean = async (page: Page) => expect(await faultsInWidths(page)).toEqual([])
const bar = (page: Page) => page.getByRole('complementary', { name: 'Viewing the account of' })

test('an account is opened, marked on every screen, and left by keyboard at 320 px [2 §2.146 §2.150 §4.57]', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('records.desk', { browser, port: portal.port, width: 320 })
  await open(page, `/admin/patient/${mariaN}`)
  await isClean(page)
  await press(page, /^Open account$/)
  await page.getByText('Enter why you open the account.').first().waitFor()
  await page.getByLabel('Reason').fill('Called about a bill')
  await page.keyboard.press('Enter')
  await proveByPassword(page, 'Paper-Trail-52')
  await heading(page, /Maria/).first().waitFor()
  await drawn(page)
  await expect.poll(() => bar(page).innerText()).toContain('Maria Alvarez')
  await isClean(page)
  await open(page, '/user/home/Profile')
  await bar(page).waitFor()
  const notify = page.getByRole('button', { name: 'Notify Admin' })
  await expect.poll(() => notify.isDisabled()).toBe(true)
  await page.getByText('You are only viewing this account.').waitFor()
  await isClean(page)
  await press(page, /^End view$/)
  await heading(page, 'Maria Alvarez').first().waitFor()
  await page
    .getByRole('cell', { name: 'Called about a bill' })
    .or(page.getByText('Called about a bill'))
    .first()
    .waitFor()
  await expect.poll(() => bar(page).count()).toBe(0)
  await isClean(page)
})

test('another tab of the staff member says that the session views somebody, and comes back after it', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('practice.owner', { browser, port: portal.port })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await drawn(other)
  await open(page, `/admin/patient/${mariaN}`)
  await page.getByLabel('Reason').fill('Asked for help with a form')
  await press(page, /^Open account$/)
  await proveByPassword(page, 'Harbor-Owner-31')
  await bar(page).waitFor()
  await bar(other).waitFor()
  await other.getByText("You are viewing a patient's account. End the view to use this page.").waitFor()
  await press(other, /^End view$/)
  await heading(other, 'Maria Alvarez').first().waitFor()
  await expect.poll(() => bar(page).count()).toBe(0)
})
