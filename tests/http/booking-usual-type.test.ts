import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { shownTimes } from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { setSetting, withSetting } from '../support/switches.ts'

const index = '/ui/screens/user/bookappointment/index'
const setting = '/ui/screens/admin/settings/Enable%20PE%20Custom%20Appointments'
const ownTypes = { name: 'Enable PE Custom Appointments', licenseeId: 'northgate' } as const

const it = portalTest({ ben: 'ben.carter', lead: 'office.lead', lakesideAdmin: 'front.desk' })

const drawn = async (visitor: Visitor, path: string) => JSON.stringify((await visitor.get<Screen>(path)).body.blocks)

describe('a practice with types of its own, which switches them off', () => {
  it('offers nothing in place of the usual type, and says whom to call [1 §9.19]', async ({ portal, ben }) => {
    await withSetting(portal, { ...ownTypes, value: false }, async () => {
      for (const query of ['', '?type=inoffice', '?type=inoffice&visit=11']) {
        const screen = await drawn(ben, index + query)
        expect(screen).toContain('There are no appointments to book online at the moment. Please call ')
        expect(screen).toContain('tel:+13035550150')
        expect(screen).not.toContain('Annual physical')
        expect(screen).not.toContain('choose again')
      }
      const times = '/ui/screens/user/bookappointment/provider/slots?type=inoffice&visit=11&provider=202'
      expect((await ben.get(times)).status).toBe(422)
    })
  })

  it('holds no time of another type either', async ({ portal, ben }) => {
    const query = 'by=provider&type=inoffice&visit=12&insurance=none&provider=202'
    const [free] = (await shownTimes(ben, query)).filter(({ state }) => state === 'free')
    await withSetting(portal, { ...ownTypes, value: false }, async () => {
      const { status } = await ben.act('booking.hold', free?.input ?? expect.fail('no free time'))
      expect(status).toBeGreaterThanOrEqual(400)
    })
  })

  it('is told so at the setting, before and after', async ({ portal, lead, lakesideAdmin }) => {
    expect(await drawn(lead, setting)).toContain(
      'If you switch this off, patients cannot book in-office appointments online',
    )
    await withSetting(portal, { ...ownTypes, value: false }, async () => {
      expect(await drawn(lead, setting)).toContain(
        'Patients cannot book in-office appointments online: your record server has no type “Existing Patient - Inoffice Appointment”.',
      )
      await setSetting(portal, { name: 'DisableTeleHealth_PE', value: false, licenseeId: 'northgate' })
      expect(await drawn(lead, setting)).toContain('cannot book in-office and video appointments online')
    })
    expect(await drawn(lakesideAdmin, setting)).not.toContain('cannot book')
  })
})

describe('a record server that does not respond', () => {
  it('leaves the setting open, and the admin reads that it was not checked', async ({ portal }) => {
    portal.clock.aheadMs += 3_600_000 // past the cached types
    const admin = await portal.signIn('office.lead')
    await portal.fault({ kind: 'down', path: 'GetAppointmentTypes' })
    const { status, body } = await admin.get<Screen>(setting)
    expect(status).toBe(200)
    expect(JSON.stringify(body.blocks)).toMatch(/we could not check this setting/)
  })
})
