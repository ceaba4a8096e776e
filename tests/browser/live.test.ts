import { expect } from 'vitest'
import type { Page } from 'playwright'
import { appointmentSettings } from '../../server/practice/appointment.settings.ts'
import { partSettings } from '../../server/practice/part.settings.ts'
import { drawn, heading, open, openContext, signInAs } from './people.ts'
import { settingTopic } from '../../server/protocol/context.ts'
import { setSetting, withSetting } from '../support/switches.ts'
import { browserTest } from './browser-test.ts'
import { withoutHints } from '../support/hints.ts'

const test = browserTest()

async function changeText(admin: Page, setting: string, value: string): Promise<void> {
  await open(admin, `/admin/settings/${setting}`)
  await admin.locator('main form input, main form textarea').first().fill(value)
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Saved').first().waitFor()
}

test('a change of an admin reaches an open screen without a reload and keeps what was typed [1 §1.1 §6.14] [2 §1.27]', async ({
  portal,
  browser,
}) => {
  const admin = await signInAs('front.desk', { browser, port: portal.port })
  const context = await openContext({ browser })
  const visitor = await context.newPage()
  await visitor.goto(`http://lakeside.localhost:${portal.port}/user/login`)
  await drawn(visitor)
  await visitor.getByLabel(/^Username/).fill('half a na')
  await visitor.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  await changeText(admin, 'LicenseeName', 'Lakeside Skin Clinic')
  await visitor.getByText('Lakeside Skin Clinic').filter({ visible: true }).first().waitFor()
  expect(await visitor.getByLabel(/^Username/).inputValue()).toBe('half a na')
  expect(await visitor.evaluate(() => 'neverReloaded' in globalThis)).toBe(true)
  await Promise.all([admin.context().close(), context.close()])
})

test('a feature that is switched off disappears from the navigation of who is looking [1 §6.9]', async ({
  portal,
  browser,
}) => {
  const admin = await signInAs('front.desk', { browser, port: portal.port })
  const patient = await signInAs('maria.alvarez', { browser, port: portal.port })
  const entry = patient.getByRole('navigation').getByRole('link', { name: 'Appointments' })
  await entry.waitFor()
  await open(admin, '/admin/settings/enable_portal_dashboard_options')
  await admin.getByLabel('Appointments').uncheck()
  await admin.getByRole('button', { name: 'Save' }).click()
  await entry.waitFor({ state: 'detached' })
  await open(patient, '/user/home/appointments')
  await patient.getByText(/Managing appointments online is switched off\. .*Please call \(\d{3}\) /).waitFor()
  await setSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2, 3, 4, 5, 6, 7] })
  portal.portal.hints.publish({ topics: [settingTopic('lakeside', partSettings.enable_portal_dashboard_options)] })
  await patient.getByRole('heading', { level: 1, name: 'Appointments' }).waitFor() // it comes back by itself
  await Promise.all([admin.context().close(), patient.context().close()])
})

test('who is choosing when booking is switched off stays there and reads it, until it is on again', async ({
  portal,
  browser,
}) => {
  const patient = await signInAs('maria.alvarez', { browser, port: portal.port })
  await open(patient, '/user/bookappointment/index')
  const title = await heading(patient).textContent()
  const hint = () =>
    portal.portal.hints.publish({
      topics: [settingTopic('lakeside', appointmentSettings.Allow_Portal_Appointment_Booking)],
    })
  await withSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: false }, async () => {
    const banner = patient.getByText(/^Online booking is switched off\. Nothing was booked\./)
    // A hint from before the live connection is not received.
    await expect.poll(() => (hint(), banner.isVisible())).toBe(true)
    expect(await heading(patient).textContent()).toBe(title)
  })
  hint()
  await patient.getByText(/^Online booking is switched off/).waitFor({ state: 'detached' })
  await patient.context().close()
})

test('the second of two admins sees what the first one changed, and nothing is overwritten unseen', async ({
  portal,
  browser,
}) => {
  const [first, second] = [
    await signInAs('front.desk', { browser, port: portal.port }),
    await signInAs('front.desk', { browser, port: portal.port }),
  ]
  await open(second, '/admin/settings/Practice_City')
  await withoutHints(portal, async () => {
    await changeText(first, 'Practice_City', 'Albany')
    await second.locator('main form input').first().fill('Buffalo')
    await second.getByRole('button', { name: 'Save' }).click()
    await second
      .getByText(/Albany/)
      .first()
      .waitFor()
  })
  expect(await second.locator('main form input').first().inputValue()).toBe('Buffalo')
  await Promise.all([first.context().close(), second.context().close()])
})

test('signing out in one tab ends the other tab too [1 §2.31]', async ({ portal, browser }) => {
  const page = await signInAs('new.patient', { browser, port: portal.port })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await drawn(other)
  await page.getByRole('button', { name: /Nora Quinn/ }).click()
  await page.getByText('Logout').click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => heading(other).innerText()).not.toMatch(/Nora/)
  await page.context().close()
})

test('a host of no practice shows the invalid-site dialog [1 §2.5 §8.33] [2 §2.1 §2.40 §2.41 §7.4 §8.11]', async ({
  portal,
  browser,
}) => {
  const context = await openContext({ browser })
  const page = await context.newPage()
  await page.goto(`http://nobody.localhost:${portal.port}/`)
  const dialog = page.getByRole('dialog', { name: 'Invalid Website' })
  await dialog.getByText('Unknown MD Charts site. Please enter valid URL').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await context.close()
})

test('who must sign in comes back to the requested screen [1 §2.27]', async ({ portal, browser }) => {
  const context = await openContext({ browser })
  const page = await context.newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}/user/home/appointments?tab=past`)
  await page.waitForURL(/\/user\/login\?next=/)
  await page.getByLabel(/^Username/).fill('maria.alvarez')
  await page.getByLabel(/^Password/).fill('Sunny-Harbor-42')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/user\/home\/appointments\?tab=past/)
  await context.close()
})
