import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { passkeys } from '../../server/db/schema.ts'
import { nextStep, openApp, outlastProof, shownSecret } from '../support/authenticator-app.ts'
import { mailTo } from '../support/guardians.ts'
import { openDevice, type PasskeyDevice } from '../support/passkey-device.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { chosen, invitedStaff, memberNamed, proveOwner } from '../support/staff.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const origin = 'http://lakeside.localhost'
const dashboard = '/admin/home/dashboard'
const setUp = '/admin/account/authenticator'

/** The practice wants a second factor, as by default. */
const test = portalTest({}, { staffSecondFactor: true }).extend('owner', { scope: 'file' }, async ({ portal }) => {
  const { visitor } = await entered(portal, { Username: 'practice.owner', Password: 'Harbor-Owner-31' })
  nextStep(portal)
  const app = openApp(portal, await shownSecret(visitor, '/admin/account'))
  await visitor.act('account.enableSecondFactor', { code: app.code() })
  nextStep(portal)
  await proveOwner(visitor, app.code())
  return visitor
})

const opens = async (visitor: Visitor, page = dashboard) => (await visitor.get(`/ui/screens${page}`)).status
const leadsTo = (to: string) => expect.arrayContaining([{ type: 'navigate', to, replace: true }])

async function entered(portal: RunningPortal, typed: { Username: string; Password: string; next?: string }) {
  const visitor = portal.visitor()
  const { status, body } = await visitor.act('account.adminSignIn', typed)
  return { visitor, status, body }
}

async function addKey(visitor: Visitor, Proof: string, device: PasskeyDevice = openDevice()) {
  const begun = await visitor.act('account.passkeyOptions', { Proof })
  const credential = device.create(begun.body.effects.at(-1), { origin })
  return { device, added: await visitor.act('account.addPasskey', { credential }) }
}

async function signInWith(portal: RunningPortal, device: PasskeyDevice, next?: string) {
  const visitor = portal.visitor()
  const request = next === undefined ? {} : { next }
  const { body } = await visitor.act('account.passkeySignInOptions', request)
  const credential = device.get(body.effects[0], { origin })
  const answer = await visitor.act('account.passkeySignIn', { credential, ...request })
  return { visitor, status: answer.status, body: answer.body }
}

/** An invited person whose second factor is a passkey. */
async function keyHolder(portal: RunningPortal, owner: Visitor, login: string) {
  const { token, person } = await invitedStaff(portal, owner, { roles: ['front desk', 'settings'] })
  const visitor = portal.visitor()
  await visitor.act('account.acceptStaffInvitation', { token, Login: login, ...chosen })
  const { device, added } = await addKey(visitor, chosen.Password)
  expect(added.body.effects).toEqual(leadsTo(dashboard))
  return { visitor, device, person, password: { Username: login, Password: chosen.Password } }
}

describe.sequential('a passkey of a member of the staff', () => {
  test('can be the second factor at the first sign-in, which ends where the person wanted to go', async ({
    portal,
  }) => {
    const { visitor } = await entered(portal, {
      Username: 'calls.desk',
      Password: 'Ring-Twice-64',
      next: '/admin/find_patient',
    })
    const { body } = await visitor.get(`/ui/screens${setUp}`)
    expect(JSON.stringify(body.blocks)).toContain('"action":"account.passkeyOptions"')
    expect(await opens(visitor)).toBe(403)
    const { added } = await addKey(visitor, 'Ring-Twice-64')
    expect(added.body.effects).toEqual(leadsTo('/admin/find_patient'))
    expect(await opens(visitor, '/admin/find_patient')).toBe(200)
    const mail = await mailTo(portal, 'calls.desk@lakeside.example.com')
    expect(mail.text).toContain('A passkey was added to the account calls.desk')
  })

  test('signs in at /admin without a password, to the page of the address', async ({ portal, owner }) => {
    const { body } = await portal.visitor().get('/ui/screens/admin')
    expect(JSON.stringify(body.blocks)).toContain('Sign in with a passkey')
    const { device } = await keyHolder(portal, owner, 'key.one')
    const first = await signInWith(portal, device)
    expect([first.status, first.body.effects]).toEqual([200, leadsTo(dashboard)])
    expect(await opens(first.visitor)).toBe(200)
    const second = await signInWith(portal, device, '/admin/settings?group=look')
    expect(second.body.effects).toEqual(leadsTo('/admin/settings?group=look'))
    for (const next of ['https://evil.example/admin/', '/user/home/dashboard', '//evil.example/admin/'])
      expect((await signInWith(portal, device, next)).body.effects).toEqual(leadsTo(dashboard))
  })

  test('cannot be passed by with the password, which leads to no set-up of another one', async ({ portal, owner }) => {
    const { password } = await keyHolder(portal, owner, 'key.two')
    const { status, body, visitor } = await entered(portal, password)
    expect([status, body.code]).toEqual([422, 'signIn.usePasskey'])
    expect(body.detail).toContain('Please sign in with your passkey.')
    expect([await opens(visitor), await opens(visitor, setUp)]).toEqual([401, 401])
    const wrong = await entered(portal, { ...password, Password: 'Wrong-River-58' })
    expect(wrong.body.code).toBe('signIn.invalid')
    await withSetting(portal, { name: 'Staff_Second_Factor', value: false }, async () =>
      expect((await entered(portal, password)).status).toBe(200),
    )
  })

  test('ends every session of the password alone that began before', async ({ portal, owner }) => {
    const { token } = await invitedStaff(portal, owner)
    const visitor = portal.visitor()
    await visitor.act('account.acceptStaffInvitation', { token, Login: 'key.three', ...chosen })
    const stranger = await entered(portal, { Username: 'key.three', Password: chosen.Password })
    expect(await opens(stranger.visitor, setUp)).toBe(200)
    await addKey(visitor, chosen.Password)
    expect([await opens(visitor), await opens(stranger.visitor, setUp)]).toEqual([200, 401])
  })

  test('that is the last factor cannot be removed, not even two at once', bothEngines, async ({ portal, owner }) => {
    const { visitor, device } = await keyHolder(portal, owner, 'key.four')
    const { accountId } = await memberNamed(portal, 'key.four')
    const keys = () => portal.database.db.select().from(passkeys).where(eq(passkeys.accountId, accountId))
    const remove = (passkey: string, proof = {}) => visitor.act('account.removePasskey', { passkey, ...proof })
    const [first] = await keys()
    await outlastProof(portal, visitor)
    const requested = await remove(first?.id ?? '', { ProveBy: 'passkey' })
    const credential = device.get(requested.body.effects.at(-1), { origin })
    const refused = await remove(first?.id ?? '', { credential })
    expect([refused.status, refused.body.code]).toEqual([409, 'passkey.last'])
    await addKey(visitor, chosen.Password)
    const both = await keys()
    const answers = await Promise.all(both.map(({ id }) => remove(id)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await keys()).toHaveLength(1)
  })

  test('keeps an account protected whose app is turned off, and the other way round', async ({ portal, owner }) => {
    const { visitor, device } = await keyHolder(portal, owner, 'key.five')
    await outlastProof(portal, visitor)
    const byPassword = await visitor.act('account.beginSecondFactor', { Proof: chosen.Password })
    expect([byPassword.status, byPassword.body.code]).toEqual([422, 'proof.wrong'])
    const requested = await visitor.act('account.beginSecondFactor', { ProveBy: 'passkey' })
    const credential = device.get(requested.body.effects.at(-1), { origin })
    expect((await visitor.act('account.beginSecondFactor', { credential })).status).toBe(200)
    nextStep(portal)
    const app = openApp(portal, await shownSecret(visitor, '/admin/account'))
    expect((await visitor.act('account.enableSecondFactor', { code: app.code() })).status).toBe(200)
    expect(await memberNamed(portal, 'key.five')).toMatchObject({ hasApp: true, passkeys: 1 })
    const off = await visitor.act('account.disableSecondFactor', {})
    expect(off.body.effects).toContainEqual(expect.objectContaining({ type: 'notify', tone: 'success' }))
    expect(await opens(visitor)).toBe(200)
    expect((await signInWith(portal, device)).status).toBe(200)
  })

  test('that is lost is turned off by an owner, and another factor is set up', async ({ portal, owner }) => {
    const { visitor, device, password } = await keyHolder(portal, owner, 'key.six')
    const { accountId: member } = await memberNamed(portal, 'key.six')
    const page = await owner.get(`/ui/screens/admin/staff/${member}`)
    expect(JSON.stringify(page.body)).toContain('"value":"1 passkey"')
    const done = await owner.act('staff.turnOffSecondFactor', { member, reason: 'Laptop stolen' })
    expect(done.status).toBe(200)
    expect([await opens(visitor), (await signInWith(portal, device)).body.code]).toEqual([401, 'passkey.notAccepted'])
    const again = await entered(portal, password)
    expect(again.body.effects).toEqual(leadsTo(setUp))
    expect((await addKey(again.visitor, password.Password)).added.status).toBe(200)
  })

  test('does not work for patients where only the staff have them, nor at another practice, nor after the end', async ({
    portal,
    owner,
  }) => {
    const maria = await portal.signIn('maria.alvarez')
    const options = await maria.act('account.passkeyOptions', { Proof: 'Sunny-Harbor-42' })
    expect([options.status, options.body.code]).toEqual([403, 'route.off'])
    const patient = openDevice()
    await withSetting(portal, { name: 'Portal_Passkeys', value: true }, async () => {
      expect((await addKey(maria, 'Sunny-Harbor-42', patient)).added.status).toBe(200)
      const { status, visitor } = await signInWith(portal, patient)
      expect([status, await opens(visitor, '/user/home/dashboard'), await opens(visitor)]).toEqual([200, 200, 403])
    })
    expect((await signInWith(portal, patient)).body.code).toBe('passkey.notAccepted')
    const login = await portal.visitor().get('/ui/screens/user/login')
    expect(JSON.stringify(login.body.blocks)).not.toContain('Sign in with a passkey')

    const { device } = await keyHolder(portal, owner, 'key.seven')
    const there = portal.visitor('northgate.localhost')
    const begun = await there.act('account.passkeySignInOptions', {})
    expect(begun.status).toBe(200)
    expect(() => device.get(begun.body.effects[0], { origin: 'http://northgate.localhost' })).toThrow('no key')
    const { accountId: member } = await memberNamed(portal, 'key.seven')
    await owner.act('staff.endAccess', { member, reason: 'Left' })
    expect((await signInWith(portal, device)).body.code).toBe('passkey.notAccepted')
  })
})
