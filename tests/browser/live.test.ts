import { expect } from 'vitest'
import type { Page } from 'playwright'
import { appointmentSettings } from '../../server/practice/appointment.settings.ts'
import { partSettings } from '../../server/practice/part.settings.ts'
import { drawn, heading, open, openContext, signInAs } from './people.ts'
import { settingTopic } from '../../server/protocol/context.ts'
import { setSetting, withSetting } from '../support/switches.ts'
import { browserTest, type BrowserFixtures } from './browser-test.ts'

const test = browserTest()

async function visitorAt({ portal, browser }: BrowserFixtures, route: string): Promise<Page> {
  const page = await (await openContext({ browser })).newPage()
  await page.goto(`http://lakeside.localhost:${portal.port}${route}`)
  await drawn(page)
  return page
}

test('a change of an admin reaches open screens without a reload: what was typed is kept, and a feature that is switched off leaves the navigation [1 §1.1 §6.9 §6.14] [2 §1.27]', async ({
  portal,
  browser,
}) => {
  const admin = await signInAs('front.desk', { browser, port: portal.port })
  const visitor = await visitorAt({ portal, browser }, '/user/login')
  await visitor.getByLabel(/^Username/).fill('half a na')
  await visitor.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  await open(admin, '/admin/settings/LicenseeName')
  await admin.locator('main form input, main form textarea').first().fill('Lakeside Skin Clinic')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Saved').first().waitFor()
  await visitor.getByText('Lakeside Skin Clinic').filter({ visible: true }).first().waitFor()
  expect(await visitor.getByLabel(/^Username/).inputValue()).toBe('half a na')
  expect(await visitor.evaluate(() => 'neverReloaded' in globalThis)).toBe(true)

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

test('a host of no practice shows the invalid-site dialog, and who must sign in comes back to the requested screen [1 §2.5 §2.27 §8.33] [2 §2.1 §2.40 §2.41 §7.4 §8.11]', async ({
  portal,
  browser,
}) => {
  const page = await visitorAt({ portal, browser }, '/user/home/appointments?tab=past')
  await page.waitForURL(/\/user\/login\?next=/)
  await page.getByLabel(/^Username/).fill('maria.alvarez')
  await page.getByLabel(/^Password/).fill('Sunny-Harbor-42')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/user\/home\/appointments\?tab=past/)

  await page.goto(`http://nobody.localhost:${portal.port}/`)
  const dialog = page.getByRole('dialog', { name: 'Invalid Website' })
  await dialog.getByText('Unknown MD Charts site. Please enter valid URL').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})
