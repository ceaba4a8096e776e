import type { Page } from 'playwright'
import { expect } from 'vitest'
import { appointmentSettings } from '../../server/practice/appointment.settings.ts'
import { partSettings } from '../../server/practice/part.settings.ts'
import { practiceSettings } from '../../server/licensees/settings/practice.settings.ts'
import { setSetting } from '../support/switches.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press, typeInto } from './keyboard.ts'
import { open, settled, signInAs, tabTo } from './people.ts'
import { withoutHints } from '../support/hints.ts'

const test = browserTest()

const booking = 'Allow_Portal_Appointment_Booking'
const rowOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id ?? '')

test('from the dashboard two presses switch a feature and one takes it back, and settings are changed one after another where the focus stays, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('front.desk', { browser, port: portal.port, width: 320 })
  await page
    .locator('main')
    .getByRole('link', { name: /Settings/ })
    .press('Enter')
  const messages = page.getByRole('switch', { name: 'Messages' })
  await messages.press('Space')
  const row = rowOf(page, 'Features for patients')
  await row.getByText('“Messages” is off for patients.').waitFor()
  expect(await messages.isChecked()).toBe(false)
  expect(portal.portal.settings.value('lakeside', partSettings.enable_portal_dashboard_options)).not.toContain(2)
  await row.getByRole('button', { name: /^Undo/ }).press('Enter')
  await row.getByText('“Messages” is on for patients.').waitFor()
  expect(portal.portal.settings.state('lakeside', partSettings.enable_portal_dashboard_options).source).toBe('default')

  await open(page, '/admin/settings?group=appointments')
  for (const name of ['Online booking', 'Ask for insurance', 'Waiting list']) {
    await tabTo(page, new RegExp(`^${name}|^\\S* ?(On|Off) ${name}$`))
    const before = await page.getByRole('switch', { name }).isChecked()
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByRole('switch', { name }).isChecked()).not.toBe(before)
    expect(await focusedName(page)).toBe(name)
  }
  await open(page, '/admin/settings?group=practice')
  await typeInto(page, /^City$/, 'Albany')
  await press(page, /^Save$/)
  await rowOf(page, 'City').getByText('Saved.').waitFor()
  expect(portal.portal.settings.value('lakeside', practiceSettings.Practice_City)).toBe('Albany')
  await expect.poll(() => focusedName(page)).toBe('setting-Practice_City-form-value')
  expect(await faultsOf(page)).toEqual([])
})

test('the search finds settings while a person types, also where the server is slow, and its address can be opened again', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('front.desk', { browser, port: portal.port, width: 320 })
  await open(page, '/admin/settings')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/ui/screens/admin/settings?q=theme_r', async (route) => {
    await held
    await route.continue().catch(() => undefined) // given up by the page
  })
  const field = page.getByLabel('Find a setting')
  await field.pressSequentially('theme_r')
  await page.locator('.screen[aria-busy=true]').waitFor()
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('adius')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=theme_radius')
  release()
  await settled(page)
  expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['theme_radius', '?q=theme_radius'])
  await page.reload()
  await rowOf(page, 'Rounded corners').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('who changes what somebody else has just changed reads it, keeps what was typed, and overwrites nothing', async ({
  portal,
  browser,
}) => {
  const page = await signInAs('front.desk', { browser, port: portal.port })
  await open(page, '/admin/settings?q=online%20booking')
  await withoutHints(portal, async () => {
    await setSetting(portal, { name: booking, value: false })
    await page.getByRole('switch', { name: 'Online booking' }).click()
    await page
      .getByText(/the test changed “Online booking” to Off at .* Your change was not saved\./)
      .first()
      .waitFor()
  })
  await settled(page)
  expect(await page.getByRole('switch', { name: 'Online booking' }).isChecked()).toBe(false)
  expect(portal.portal.settings.value('lakeside', appointmentSettings.Allow_Portal_Appointment_Booking)).toBe(false)
})
