import { describe, expect } from 'vitest'
import { nextStep, openApp, shownCodes, shownSecret } from '../support/authenticator-app.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest({}, { staffSecondFactor: true })

const root = '/admin/account'
const password = 'Practice-Keys-88'
const setUp = `${root}/authenticator`

/** A browser in which the password of a member of the staff was entered. */
async function entered(portal: RunningPortal, next?: string) {
  const visitor = portal.visitor()
  const { body } = await visitor.act('account.adminSignIn', { Username: 'front.desk', Password: password, next })
  return { visitor, effects: body.effects }
}

const leadsTo = (to: string) => expect.arrayContaining([{ type: 'navigate', to, replace: true }])
const opens = async (visitor: Visitor, page: string) => {
  const { status, body } = await visitor.get(`/ui/screens${page}`)
  return status === 200 ? status : [status, body.code, body.redirect]
}
const refused = [403, 'access.unprotected', setUp]

describe.sequential('the first sign-in of a member of the staff', () => {
  test('opens nothing but what sets up the second factor [2 §2.15]', async ({ portal }) => {
    const { visitor, effects } = await entered(portal)
    expect(effects).toEqual(leadsTo(setUp))
    for (const page of ['/admin/home/dashboard', '/admin/settings', '/admin/payments'])
      expect([page, await opens(visitor, page)]).toEqual([page, refused])
    expect(await opens(visitor, '/user/home/dashboard')).toEqual([403, 'access.denied', undefined])
    const change = await visitor.act('admin.changeSetting', { name: 'LicenseeName', value: 'Mine', version: 0 })
    expect([change.status, change.body.code]).toEqual([403, 'access.unprotected'])
    expect((await visitor.get('/ui/regions/admin.waiting')).status).toBe(403)
    expect((await visitor.get('/ui/screens/?explain=1')).status).toBe(403)
    expect((await visitor.get('/ui/shell')).body.navigation.entries).toEqual([])
    expect(await opens(visitor, setUp)).toBe(200)
  })

  test('with another browser begins anew: the password alone never opens more', async ({ portal }) => {
    const [one, other] = [await entered(portal), await entered(portal)]
    const secrets = await Promise.all([one, other].map(({ visitor }) => shownSecret(visitor, root)))
    expect(new Set(secrets).size).toBe(2)
    expect(await opens(other.visitor, '/admin/home/dashboard')).toEqual(refused)
  })

  test('ends with the page that was wanted, once a code has proven the app', async ({ portal }) => {
    const { visitor } = await entered(portal, '/admin/settings')
    nextStep(portal)
    const app = openApp(portal, await shownSecret(visitor, root))
    const on = await visitor.act('account.enableSecondFactor', { code: app.code() })
    expect(on.body.effects).toEqual(leadsTo(`${root}/recoverycodes`))
    expect(await shownCodes(visitor, root)).toHaveLength(10)
    expect(await opens(visitor, '/admin/settings')).toBe(200)
    const kept = await visitor.act('account.keepRecoveryCodes', {})
    expect(kept.body.effects).toEqual([{ type: 'navigate', to: '/admin/settings', replace: true }])

    const again = await entered(portal)
    expect(again.effects).toEqual(leadsTo('/user/login/code'))
    expect(await opens(again.visitor, '/admin/home/dashboard')).toEqual([401, 'access.signIn', expect.anything()])
    nextStep(portal)
    const { body } = await again.visitor.act('account.enterCode', { code: app.code() })
    expect(body.effects).toEqual(leadsTo('/admin/home/dashboard'))
    expect(await opens(again.visitor, '/admin/home/dashboard')).toBe(200)
  })

  test('is over in every other browser once the app is set up: who knew the password first cannot turn it off', async ({
    portal,
  }) => {
    const credentials = { Username: 'settings.desk', Password: 'Color-Wheel-29' }
    const [owner, stranger] = [portal.visitor(), portal.visitor()]
    for (const visitor of [owner, stranger]) await visitor.act('account.adminSignIn', credentials)
    nextStep(portal)
    const app = openApp(portal, await shownSecret(owner, root))
    await owner.act('account.enableSecondFactor', { code: app.code() })
    expect(await opens(owner, '/admin/home/dashboard')).toBe(200)
    const { status } = await stranger.act('account.disableSecondFactor', { Proof: credentials.Password })
    expect([status, await opens(stranger, setUp)]).toEqual([401, [401, 'access.signIn', expect.anything()]])
  })

  test('moving to another phone leaves nothing open until the new one is set up', async ({ portal }) => {
    const visitor = portal.visitor()
    await visitor.act('account.adminSignIn', { Username: 'calls.desk', Password: 'Ring-Twice-64' })
    nextStep(portal)
    const first = await shownSecret(visitor, root)
    await visitor.act('account.enableSecondFactor', { code: openApp(portal, first).code() })
    await visitor.act('account.keepRecoveryCodes', {})
    expect(await opens(visitor, '/admin/home/dashboard')).toBe(200)
    const byPassword = await visitor.act('account.disableSecondFactor', { Proof: 'Ring-Twice-64' })
    expect([byPassword.status, byPassword.body.code]).toEqual([422, 'proof.wrongCode'])
    nextStep(portal) // the code of the set-up is used up
    const Proof = openApp(portal, first).code()
    const { body } = await visitor.act('account.disableSecondFactor', { Proof })
    expect(body.effects).toEqual(leadsTo(setUp))
    expect(await opens(visitor, '/admin/home/dashboard')).toEqual(refused)
    const second = await shownSecret(visitor, root)
    expect(second).not.toBe(first)
    nextStep(portal)
    await visitor.act('account.enableSecondFactor', { code: openApp(portal, second).code() })
    expect(await opens(visitor, '/admin/home/dashboard')).toBe(200)
  })
})

test('a practice that switches it off asks for the password alone', async ({ portal }) => {
  await withSetting(portal, { name: 'Staff_Second_Factor', value: false }, async () => {
    const visitor = await portal.visitor().enter({
      login: 'practice.owner',
      password: 'Harbor-Owner-31',
      action: 'account.adminSignIn',
    })
    expect(await opens(visitor, '/admin/home/dashboard')).toBe(200)
  })
})
