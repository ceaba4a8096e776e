/** @module-tag database */
import { describe, expect } from 'vitest'
import { bookingSettings } from '../../server/features/booking/booking.settings.ts'
import { appointmentSettings } from '../../server/practice/appointment.settings.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'

const topic = 'licensee:lakeside/settings/Enable_PE_Custom_Appointments'

const it = portalTest({ admin: 'front.desk' })

describe('a changed setting', () => {
  it('is hinted at to the pages that depend on it, with its cause and without its value, and to no other practice', async ({
    portal,
    admin,
  }) => {
    const dependent = await openLivePage(portal, [topic])
    const other = await openLivePage(portal, ['licensee:lakeside/settings/Theme_Radius'])
    const foreign = await openLivePage(portal, [topic, topic.replace('lakeside', 'northgate')], {
      practice: 'northgate',
    })
    const name = 'Enable PE Custom Appointments'
    const { version } = portal.portal.settings.state('lakeside', bookingSettings['Enable PE Custom Appointments'])
    const input = { name, value: true, seenVersion: version }
    expect((await admin.act('admin.changeSetting', input, { key: 'the-key-of-this-act' })).status).toBe(200)
    await expect.poll(() => dependent.heard.length).toBeGreaterThan(0)
    for (const page of [dependent, other, foreign]) await page.caughtUp()
    expect(dependent.heard).toEqual([{ topics: [topic], cause: 'the-key-of-this-act' }])
    expect([...other.heard, ...foreign.heard]).toEqual([])
  })

  it('is no hint when the change was refused', async ({ portal, admin }) => {
    const dependent = await openLivePage(portal, [topic])
    const refused = await admin.act('admin.changeSetting', {
      name: 'Enable PE Custom Appointments',
      value: true,
      seenVersion: 77,
    })
    expect(refused.status).toBe(409)
    await dependent.caughtUp()
    expect(dependent.heard).toEqual([])
  })

  it('changes the answer to a conditional request of the screens that depend on it only', async ({ portal, admin }) => {
    const visitor = portal.visitor()
    const [landing, privacy] = [await visitor.get('/ui/screens/'), await visitor.get('/ui/screens/privacypolicy')]
    const { version } = portal.portal.settings.state('lakeside', appointmentSettings.Allow_Portal_Appointment_Booking)
    await admin.act('admin.changeSetting', {
      name: 'Allow_Portal_Appointment_Booking',
      value: false,
      seenVersion: version,
    })
    const again = (path: string, { headers }: typeof landing) =>
      visitor.get(`/ui/screens${path}`, { 'if-none-match': String(headers.etag) })
    expect((await again('/', landing)).status).toBe(200)
    expect((await again('/privacypolicy', privacy)).status).toBe(304)
  })
})
