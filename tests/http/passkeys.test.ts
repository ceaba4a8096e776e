import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accounts, auditLog, passkeys } from '../../server/db/schema.ts'
import { makeAccount, makePatientAccount } from '../../server/identity/make-account.ts'
import { enrol } from '../support/authenticator-app.ts'
import { messageTo } from '../support/message-to.ts'
import { openDevice, type PasskeyDevice } from '../support/passkey-device.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const origin = 'http://lakeside.localhost'
const password = 'Folded-Lantern-58'
const invalid = { status: 422, code: 'passkey.notAccepted' }

const test = portalTest()

test.beforeAll(async ({ portal }) => {
  await setSetting(portal, { name: 'Portal_Passkeys', value: true })
  await setSetting(portal, { name: 'Portal_Passkeys', value: true, licenseeId: 'northgate' })
})

let people = 0

async function somebody(
  portal: Pick<RunningPortal, 'database' | 'visitor'>,
): Promise<{ login: string; visitor: Visitor }> {
  people += 1
  const patientN = 1400 + people
  const login = `key.${people}`
  const patient = { patientN, emrId: `LSD-${patientN}`, firstName: 'Kay', lastName: String(patientN) }
  await makePatientAccount(
    { db: portal.database.db, passwords: testPasswords },
    { licensee: 'lakeside', login, password, patient },
  )
  return { login, visitor: await portal.visitor().enter({ login, password }) }
}

const begin = async (visitor: Visitor, Proof = password) =>
  (await visitor.act('account.passkeyOptions', { Proof })).body.effects.at(-1)
const add = (visitor: Visitor, credential: object) => visitor.act('account.addPasskey', { credential })

/** Creates a person with a passkey on a device. */
async function keyHolder(
  portal: Pick<RunningPortal, 'database' | 'visitor'>,
): Promise<{ login: string; visitor: Visitor; device: PasskeyDevice }> {
  const person = await somebody(portal)
  const device = openDevice()
  const { status, body } = await add(person.visitor, device.create(await begin(person.visitor), { origin }))
  if (status !== 200) throw new Error(`no passkey: ${JSON.stringify(body)}`)
  return { ...person, device }
}

async function ask(visitor: Visitor, next?: string) {
  return (await visitor.act('account.passkeySignInOptions', next ? { next } : {})).body.effects[0]
}
const present = (visitor: Visitor, credential: object, next?: string) =>
  visitor.act('account.passkeySignIn', { credential, ...(next ? { next } : {}) })

async function signInWith(visitor: Visitor, device: PasskeyDevice) {
  const { status, body } = await present(visitor, device.get(await ask(visitor), { origin }))
  return { status, code: body.code, visitor }
}

async function isIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get('/ui/screens/user/home/dashboard')).status === 200
}

describe('adding a passkey', () => {
  test('asks for the password first, and for a key that is found without a login and knows its owner', async ({
    portal,
  }) => {
    const { login, visitor } = await somebody(portal)
    const wrong = await visitor.act('account.passkeyOptions', { Proof: 'not my password' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'proof.wrong'])
    const effect = await begin(visitor)
    expect(effect).toMatchObject({
      type: 'credential',
      mode: 'create',
      action: 'account.addPasskey',
      options: {
        rp: { id: 'lakeside.localhost', name: 'Lakeside Dermatology' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      },
    })
    const { user } = (effect as unknown as { options: { user: { id: string } } }).options // options of a passkey
    expect(Buffer.from(user.id, 'base64url').toString()).not.toContain(login)
    expect(Buffer.from(user.id, 'base64url')).toHaveLength(32)
  })

  test('lists it by browser and day, tells the owner by mail, and does not add it twice to a device', async ({
    portal,
  }) => {
    const maria = await portal.signIn('maria.alvarez')
    const device = openDevice()
    const made = device.create(await begin(maria, 'Sunny-Harbor-42'), { origin })
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' }
    expect((await maria.act('account.addPasskey', { credential: made }, { headers: agent })).status).toBe(200)
    const { body } = await maria.get<object>('/ui/regions/account.passkeys')
    expect(JSON.stringify(body)).toMatch(/Chrome on Linux, \d\d\/\d\d\/\d{4}/)
    await messageTo(portal, 'maria.alvarez@example.com', /A passkey was added/)
    const again = await begin(maria, 'Sunny-Harbor-42')
    expect(again).toMatchObject({
      options: {
        user: { id: device.keys[0]!.userHandle },
        excludeCredentials: [{ id: device.keys[0]!.id.toString('base64url') }],
      },
    })
  })

  test.for([
    ['of another origin', { origin: 'http://evil.example' }],
    ['of another port', { origin: `${origin}:8080` }],
    ['of another site', { origin, rpId: 'northgate.localhost' }],
    ['with another challenge', { origin, challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['of nobody in particular', { origin, verified: false }],
  ] as const)('refuses one %s', async ([_what, ceremony], { portal }) => {
    const { visitor } = await somebody(portal)
    const { status, body } = await add(visitor, openDevice().create(await begin(visitor), ceremony))
    expect([status, body.code]).toEqual([422, 'passkey.refused'])
  })

  test('takes each challenge once, from the person and the browser that asked for it', async ({ portal }) => {
    const { visitor } = await somebody(portal)
    const device = openDevice()
    const effect = await begin(visitor)
    expect((await add(visitor, device.create(effect, { origin }))).status).toBe(200)
    expect((await add(visitor, device.create(effect, { origin }))).body.code).toBe('passkey.begin')
    const next = await begin(visitor)
    const other = await somebody(portal)
    expect((await add(other.visitor, device.create(next, { origin }))).body.code).toBe('passkey.begin')
    await visitor.enter({ login: other.login, password })
    expect((await add(visitor, device.create(next, { origin }))).body.code).toBe('passkey.begin')
  })

  test('does not take what is no credential, nor one of another person', async ({ portal }) => {
    const [mine, yours] = [await somebody(portal), await keyHolder(portal)]
    expect((await add(mine.visitor, {})).status).toBe(422)
    const effect = await begin(mine.visitor)
    const copy = openDevice()
    const made = copy.create(effect, { origin })
    const { device } = yours
    await portal.database.db
      .update(passkeys)
      .set({ id: copy.keys[0]!.id.toString('base64url') })
      .where(eq(passkeys.id, device.keys[0]!.id.toString('base64url')))
    expect((await add(mine.visitor, made)).body.code).toBe('passkey.known')
  })

  test('has an end: ten are enough', async ({ portal }) => {
    const { login, visitor } = await keyHolder(portal)
    const { db } = portal.database
    const [account] = await db.select().from(accounts).where(eq(accounts.login, login))
    const more = Array.from({ length: 9 }, (_, index) => ({
      id: `${login}-${index}`,
      accountId: account!.id,
      userHandle: 'AAAA',
      publicKey: 'AAAA',
      counter: 0,
      transports: [],
      name: 'another',
      createdAt: new Date(),
    }))
    await db.insert(passkeys).values(more)
    expect((await visitor.act('account.passkeyOptions', { Proof: password })).body.code).toBe('passkey.many')
  })
})

describe('signing in with a passkey', () => {
  test('needs nothing else, leads to what was asked for, and is noted', async ({ portal }) => {
    const { login, device } = await keyHolder(portal)
    const visitor = portal.visitor()
    const next = '/user/home/appointments?tab=past'
    const effect = await ask(visitor, next)
    expect(effect).toMatchObject({ mode: 'get', options: { rpId: 'lakeside.localhost', userVerification: 'required' } })
    expect(JSON.stringify(effect)).not.toContain('allowCredentials')
    const { body } = await present(visitor, device.get(effect, { origin }), next)
    expect(body.effects.at(-1)).toEqual({ type: 'navigate', to: next, replace: true })
    expect(await isIn(visitor)).toBe(true)
    const rows = await portal.database.db.select().from(auditLog).where(eq(auditLog.actor, login))
    expect(rows.map(({ event, outcome }) => [event, outcome])).toContainEqual(['action:account.passkeySignIn', 'ok'])
    expect((await signInWith(portal.visitor(), device)).status).toBe(200)
    const [row] = await portal.database.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, device.keys[0]!.id.toString('base64url')))
    expect([row?.counter, row?.usedAt]).toEqual([2, expect.any(Date)])
  })

  test('counts for both factors', async ({ portal }) => {
    const { login, visitor, device } = await keyHolder(portal)
    await setSetting(portal, { name: 'Portal_Second_Factor', value: true })
    await enrol(portal, visitor, { password })
    const again = portal.visitor()
    await again.act('account.signIn', { Username: login, Password: password })
    expect(await isIn(again)).toBe(false)
    expect(await isIn((await signInWith(portal.visitor(), device)).visitor)).toBe(true)
  })

  test('of a guardian of two patients asks whose account to open', async ({ portal }) => {
    const request = { licenseeId: 'lakeside', kind: 'guardian', firstName: 'Gus', lastName: 'Key' } as const
    const patients = ['1001', '1002'].map((id) => ({ id, emrId: id, firstName: 'A', lastName: id, relation: 'Other' }))
    await makeAccount(
      { db: portal.database.db, passwords: testPasswords },
      { ...request, login: 'gus@example.com', password, patients },
    )
    const visitor = await portal
      .visitor()
      .enter({ login: 'gus@example.com', password, guardian: true, patient: '1001' })
    const device = openDevice()
    await add(visitor, device.create(await begin(visitor), { origin }))
    const again = portal.visitor()
    const { body } = await present(again, device.get(await ask(again), { origin }))
    expect(body.effects[0]).toMatchObject({ type: 'open', dialog: { id: 'chooser' } })
    expect((await again.act('account.choose', { patient: '1002' })).status).toBe(200)
    expect(await isIn(again)).toBe(true)
  })

  test.for([
    ['of another origin', { origin: 'https://lakeside.localhost' }],
    ['of another site', { origin, rpId: 'localhost' }],
    ['with another challenge', { origin, challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['of nobody in particular', { origin, verified: false }],
    ['whose counter goes back', { origin, counter: 0 }],
    ['that names another owner', { origin, userHandle: 'AAAA' }],
  ] as const)('refuses one %s', async ([_what, ceremony], { portal }) => {
    const { device } = await keyHolder(portal)
    expect((await signInWith(portal.visitor(), device)).status).toBe(200)
    const visitor = portal.visitor()
    const { status, body } = await present(visitor, device.get(await ask(visitor), ceremony))
    expect({ status, code: body.code }).toEqual(invalid)
    expect(await isIn(visitor)).toBe(false)
  })

  test('takes one that several devices share, whatever their counters (cases: passkey-counters)', async ({
    portal,
  }) => {
    const { device } = await keyHolder(portal)
    for (const counter of [1, 2, 3, 2, 4]) {
      const visitor = portal.visitor()
      const used = device.get(await ask(visitor), { origin, counter, isSynced: true })
      expect([counter, (await present(visitor, used)).status]).toEqual([counter, 200])
    }
  })

  test('refuses a signature by the key of another account', async ({ portal }) => {
    const [mine, yours] = [await keyHolder(portal), await keyHolder(portal)]
    const visitor = portal.visitor()
    const key = { ...mine.device.keys[0]!, privateKey: yours.device.keys[0]!.privateKey }
    const { status, body } = await present(visitor, mine.device.get(await ask(visitor), { origin, key }))
    expect({ status, code: body.code }).toEqual(invalid)
  })

  test('takes each challenge once, and only in the browser that asked for it', async ({ portal }) => {
    const { device } = await keyHolder(portal)
    const visitor = portal.visitor()
    const effect = await ask(visitor)
    expect((await present(portal.visitor(), device.get(effect, { origin }))).body.code).toBe('signIn.again')
    expect((await present(visitor, device.get(effect, { origin }))).status).toBe(200)
    expect((await present(visitor, device.get(effect, { origin }))).body.code).toBe('signIn.again')
    const adding = await somebody(portal)
    const options = await begin(adding.visitor) // the challenge of another action
    expect(
      (await present(adding.visitor, device.get(options, { origin, rpId: 'lakeside.localhost', key: device.keys[0]! })))
        .body.code,
    ).toBe('signIn.again')
  })

  test('says the same of one that is unknown, removed, of a disabled account, and of another practice', async ({
    portal,
  }) => {
    const { login, visitor, device } = await keyHolder(portal)
    const stranger = openDevice()
    stranger.create(await begin(visitor), { origin })
    expect(await signInWith(portal.visitor(), stranger)).toMatchObject(invalid)
    const there = portal.visitor('northgate.localhost')
    const [key] = device.keys
    const abroad = device.get(await ask(there), { origin: 'http://northgate.localhost', key: key! })
    expect((await present(there, abroad)).body.code).toBe('passkey.notAccepted')
    const { db } = portal.database
    await db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.login, login))
    expect(await signInWith(portal.visitor(), device)).toMatchObject(invalid)
    await db.update(accounts).set({ disabledAt: null }).where(eq(accounts.login, login))
    expect((await signInWith(portal.visitor(), device)).status).toBe(200)
    const passkey = key!.id.toString('base64url')
    const other = await somebody(portal)
    expect((await other.visitor.act('account.removePasskey', { passkey })).status).toBe(404)
    expect((await visitor.act('account.removePasskey', { passkey })).status).toBe(200)
    expect((await visitor.act('account.removePasskey', { passkey })).status).toBe(404)
    expect(await signInWith(portal.visitor(), device)).toMatchObject(invalid)
  })
})

describe('where passkeys are not offered', () => {
  test('none works while the practice has them switched off, and all do afterwards', async ({ portal }) => {
    const { visitor, device } = await keyHolder(portal)
    const newcomer = portal.visitor()
    const effect = await ask(newcomer)
    await setSetting(portal, { name: 'Portal_Passkeys', value: false })
    try {
      expect((await present(newcomer, device.get(effect, { origin }))).status).toBe(403)
      expect((await newcomer.act('account.passkeySignInOptions', {})).status).toBe(403)
      expect((await visitor.act('account.passkeyOptions', { Proof: password })).status).toBe(403)
      for (const route of ['/user/login', '/user/home/Settings'])
        expect(JSON.stringify((await visitor.get(`/ui/screens${route}`)).body)).not.toContain('account.passkey')
    } finally {
      await setSetting(portal, { name: 'Portal_Passkeys', value: true })
    }
    expect(JSON.stringify((await portal.visitor().get('/ui/screens/user/login')).body)).toContain(
      'account.passkeySignInOptions',
    )
    expect((await signInWith(portal.visitor(), device)).status).toBe(200)
  })

  test('none is offered at an address that is a number', async ({ portal }) => {
    const visitor = portal.visitor('127.0.0.1')
    expect(JSON.stringify((await visitor.get('/ui/screens/user/login')).body)).not.toContain('account.passkey')
    expect((await visitor.act('account.passkeySignInOptions', {})).body.code).toBe('passkey.noName')
  })

  test('behind a proxy the scheme is that of the browser', async ({ portal }) => {
    const { device } = await keyHolder(portal)
    const visitor = portal.visitor()
    const headers = { 'x-forwarded-proto': 'https' }
    const effect = (await visitor.act('account.passkeySignInOptions', {}, { headers })).body.effects[0]
    const credential = device.get(effect, { origin: 'https://lakeside.localhost' })
    expect((await visitor.act('account.passkeySignIn', { credential }, { headers })).status).toBe(200)
  })
})
