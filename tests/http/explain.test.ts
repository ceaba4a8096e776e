import { describe, expect } from 'vitest'
import type { Explanation } from '../../server/protocol/explain.ts'
import { settingNamed } from '../support/all-settings.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const token = 'a-token-for-integrators-in-tests'
const integrator = { authorization: `Bearer ${token}` }

const it = portalTest({ admin: 'front.desk', patient: 'maria.alvarez' })
it.beforeAll(({ portal }) => {
  portal.portal.integratorToken = token
})

const routesOf = ({ portal }: RunningPortal) => portal.screens.map(({ route }) => route)
const explained = (route: string) => `/ui/screens${route.replaceAll(/:\w+/g, 'EnableCenterLogo')}?explain=1`

async function change({ portal }: RunningPortal, admin: Visitor, { name, value }: { name: string; value: unknown }) {
  const { version } = portal.settings.state('lakeside', settingNamed(name))
  const { status } = await admin.act('admin.changeSetting', { name, value, seenVersion: version })
  expect(status).toBe(200)
}

describe('every screen', () => {
  it('is explained to an administrator, with each of its rules', async ({ portal, admin }) => {
    for (const { route, rules = {}, guard } of portal.portal.screens) {
      const { status, body } = await admin.get<Explanation>(explained(route))
      expect(status, route).toBe(200)
      const explanation = body
      expect(explanation, route).toMatchObject({ route, guard: guard.name })
      expect(
        explanation.blocks.map(({ block }) => block),
        route,
      ).toEqual(expect.arrayContaining(Object.keys(rules)))
      if (explanation.drawn)
        expect(
          explanation.blocks.some(({ kind }) => kind === 'text'),
          route,
        ).toBe(true)
      else expect(explanation.because, route).toBeTruthy()
    }
  })

  it('is explained to an integrator, without a session', async ({ portal }) => {
    for (const route of routesOf(portal))
      expect((await portal.visitor().get(explained(route), integrator)).status, route).toBe(200)
  })

  it('is not explained to anybody else', async ({ portal, patient }) => {
    for (const route of routesOf(portal)) {
      expect((await patient.get(explained(route))).status, route).toBe(403)
      expect((await portal.visitor().get(explained(route))).status, route).toBe(403)
      expect(
        (await portal.visitor().get(explained(route), { authorization: 'Bearer another-token' })).status,
        route,
      ).toBe(403)
    }
  })

  it('is explained without a word about a person', async ({ portal, admin }) => {
    for (const route of routesOf(portal)) {
      const text = JSON.stringify(
        [await admin.get<Explanation>(explained(route)), await portal.visitor().get(explained(route), integrator)].map(
          ({ body }) => body,
        ),
      )
      for (const word of ['Front', 'Desk', 'front.desk', 'Maria', 'Alvarez', 'maria', 'sandbox-card-key'])
        expect(text, route).not.toContain(word)
    }
  })

  it('is not kept by anybody when it is explained', async ({ admin }) => {
    expect((await admin.get<Explanation>(explained('/'))).headers['cache-control']).toBe('no-store')
  })
})

describe('an absent block', () => {
  it('is explained by the rule and the setting that took it away', async ({ portal, admin }) => {
    await change(portal, admin, { name: 'Allow_Portal_Appointment_Booking', value: false })
    const { body } = await admin.get<Explanation>(explained('/'))
    expect(body.blocks).toContainEqual({
      block: 'booking',
      shown: false,
      rule: 'bookingOffered',
      reads: [
        {
          setting: 'enable_portal_dashboard_options',
          value: [1, 2, 3, 4, 5, 6, 7],
          default: [1, 2, 3, 4, 5, 6, 7],
          source: 'default',
        },
        { setting: 'Allow_Portal_Appointment_Booking', value: false, default: true, source: 'portal' },
      ],
    })
    await change(portal, admin, { name: 'Allow_Portal_Appointment_Booking', value: true })
    const { body: after } = await admin.get<Explanation>(explained('/'))
    expect(after.blocks.find(({ block }) => block === 'booking')).toMatchObject({ shown: true })
  })
})

describe('the catalog', () => {
  it('names every screen with its guard and settings, and every action with its input', async ({ portal }) => {
    const { status, body } = await portal.visitor().get('/ui/catalog')
    expect(status).toBe(200)
    expect(body.screens.map(({ route }: { route: string }) => route)).toEqual(routesOf(portal))
    expect(body.screens.find(({ route }: { route: string }) => route === '/')).toMatchObject({
      guard: 'anyone',
      settings: expect.arrayContaining(['enable_portal_dashboard_options', 'Allow_Portal_Appointment_Booking']),
    })
    expect(body.actions.find(({ name }: { name: string }) => name === 'admin.changeSetting')).toMatchObject({
      guard: 'settings staff',
      input: { type: 'object', required: ['name', 'seenVersion'] },
    })
  })

  it('links only schemas that are served', async ({ portal }) => {
    const { body } = await portal.visitor().get('/ui/catalog')
    for (const address of body.schemas) expect((await portal.visitor().get(address)).status, address).toBe(200)
  })

  it('is the same for every practice and holds no value', async ({ portal }) => {
    const lakeside = await portal.visitor('lakeside.localhost').get('/ui/catalog')
    const northgate = await portal.visitor('northgate.localhost').get('/ui/catalog')
    expect(northgate.body).toEqual(lakeside.body)
    expect(JSON.stringify(lakeside.body)).not.toMatch(/Lakeside|Northgate/)
  })
})
