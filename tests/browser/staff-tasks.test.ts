import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, press } from './keyboard.ts'
import { drawn, open, signInAs } from './people.ts'

const test = browserTest()

const isClean = async (page: Page) => expect(await faultsInWidths(page)).toEqual([])

test('what a patient asks for is taken and done by keyboard at 320 px', async ({ portal, browser }) => {
  const page = await signInAs('calls.desk', { browser, port: portal.port, width: 320 })
  await open(page, '/admin/tasks')
  await page.getByText('Nothing waits for the office.').waitFor()
  await isClean(page)
  // It comes while the list is open.
  const maria = await portal.signIn('maria.alvarez')
  await maria.act('account.notifyAdmin', { note: 'Moved to 5 Main Street, New York, NY 10011' })
  await page.getByText('Moved to 5 Main Street, New York, NY 10011').waitFor()
  await drawn(page)
  await isClean(page)
  await press(page, /^Take/)
  await page.getByText('You', { exact: true }).waitFor()
  await isClean(page)
  await press(page, /^Done.*Maria Alvarez/)
  await page.getByText('Nothing waits for the office.').waitFor()
  await page.getByRole('tab', { name: /^Done/ }).press('Enter')
  await page.getByText('Carla Diaz').last().waitFor()
  await drawn(page)
  await isClean(page)
})
