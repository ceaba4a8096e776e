import { describe, expect } from 'vitest'
import { and, eq } from 'drizzle-orm'
import { accounts, auditLog, idempotencyKeys } from '../../server/db/schema.ts'
import { recoveryCodes } from '../../server/features/second-factor/schema.ts'
import { makePatientAccount } from '../../server/identity/make-account.ts'
import { enrol, nextStep, openApp, outlastProof, shownCodes, shownSecret } from '../support/authenticator-app.ts'
import { messageTo } from '../support/message-to.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const settings = '/user/home/Settings'
const password = 'Folded-Lantern-58'
const ruth = { login: 'r.okafor@example.com', password: 'Bright-Window-31' }
const stepRoute = '/user/login/code'

const test = portalTest()

test.beforeAll(({ portal }) => setSetting(portal, { name: 'Portal_Second_Factor', value: true }))

let people = 0

/** A signed-in patient whose attempts are not shared with other tests. */
async function somebody(
  portal: Pick<RunningPortal, 'database' | 'visitor'>,
): Promise<{ login: string; visitor: Visitor }> {
  people += 1
  const patientN = 1300 + people
  const login = `factor.${people}`
  const patient = { patientN, emrId: `LSD-${patientN}`, firstName: 'Fay', lastName: String(patientN) }
  await makePatientAccount(
    { db: portal.database.db, passwords: testPasswords },
    { licensee: 'lakeside', login, password, patient },
  )
  return { login, visitor: await portal.visitor().enter({ login, password }) }
}

async function protectedPerson(portal: RunningPortal) {
  const { login, visitor } = await somebody(portal)
  return { login, visitor, ...(await enrol(portal, visitor, { password })) }
}

const beginWith = (visitor: Visitor, Proof = password) => visitor.act('account.beginSecondFactor', { Proof })
const firstStep = (visitor: Visitor, login: string) =>
  visitor.act('account.signIn', { Username: login, Password: password })
const secondStep = (visitor: Visitor, code: string) => visitor.act('account.enterCode', { code })
const withRecovery = (visitor: Visitor, recoveryCode: string) =>
  visitor.act('account.enterRecoveryCode', { recoveryCode })

/** A browser that has passed the password step. */
async function halfIn(visitor: Visitor, login: string): Promise<Visitor> {
  const { body } = await firstStep(visitor, login)
  expect(body.effects).toEqual([{ type: 'navigate', to: stepRoute, replace: true }])
  return visitor
}

async function isIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get('/ui/screens/user/home/dashboard')).status === 200
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const accountOf = async ({ database }: Pick<RunningPortal, 'database'>, login: string) =>
  (await database.db.select().from(accounts).where(eq(accounts.login, login)))[0]!

describe('setting it up', () => {
  test('needs a code of the secret that is shown, and keeps neither secret nor codes in clear', async ({ portal }) => {
    const { login, visitor } = await somebody(portal)
    nextStep(portal)
    expect((await visitor.act('account.enableSecondFactor', { code: '123456' })).body.code).toBe('secondFactor.begin')
    expect((await beginWith(visitor, 'not my password')).body.code).toBe('proof.wrong')
    expect(await shownSecret(visitor)).toBe('')
    await beginWith(visitor)
    const app = openApp(portal, await shownSecret(visitor))
    expect(app.secret).toMatch(/^[A-Z2-7]{32}$/)
    const { body } = await visitor.get(`/ui/screens${settings}/authenticator`)
    expect(JSON.stringify(body)).toContain(`otpauth://totp/Lakeside%20Dermatology:${login}?`)
    const wrong = await visitor.act('account.enableSecondFactor', { code: wrongOf(app.code()) })
    expect([wrong.status, wrong.body.errors[0]?.pointer]).toEqual([422, '/code'])
    const foreign = openApp(portal, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
    expect((await visitor.act('account.enableSecondFactor', { code: foreign.code() })).status).toBe(422)
    expect((await accountOf(portal, login)).totpSecret).toBeNull()
    const code = app.code()
    const done = await visitor.act('account.enableSecondFactor', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(done.body.effects).toEqual([{ type: 'navigate', to: `${settings}/recoverycodes`, replace: true }])
    const codes = await shownCodes(visitor)
    expect(new Set(codes).size).toBe(10)
    const account = await accountOf(portal, login)
    expect(account.totpSecret).not.toContain(app.secret)
    const kept = await portal.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, account.id))
    expect(kept.filter(({ codeHash }) => codes.includes(codeHash))).toEqual([])
    expect(kept).toHaveLength(10)
    const answers = await portal.database.db.select().from(idempotencyKeys)
    expect(answers.filter(({ action }) => /SecondFactor|RecoveryCode/.test(action))).toEqual([])
  })

  test('shows the recovery codes until they are kept, to this browser and this person only', async ({ portal }) => {
    const { login, visitor } = await somebody(portal)
    nextStep(portal)
    await beginWith(visitor)
    const app = openApp(portal, await shownSecret(visitor))
    await visitor.act('account.enableSecondFactor', { code: app.code() })
    expect(await shownCodes(visitor)).toHaveLength(10)
    await visitor.act('account.keepRecoveryCodes', {})
    expect(await shownCodes(visitor)).toEqual([])
    nextStep(portal)
    const otherBrowser = await halfIn(portal.visitor(), login)
    await secondStep(otherBrowser, app.code())
    expect([await isIn(otherBrowser), await shownCodes(otherBrowser), await shownSecret(otherBrowser)]).toEqual([
      true,
      [],
      '',
    ])
  })

  test('does not show what another person of the same browser has begun', async ({ portal }) => {
    const { visitor } = await somebody(portal)
    await beginWith(visitor)
    expect(await shownSecret(visitor)).not.toBe('')
    const other = await somebody(portal)
    await visitor.enter({ login: other.login, password })
    expect(await shownSecret(visitor)).toBe('')
    expect((await visitor.act('account.enableSecondFactor', { code: '123456' })).body.code).toBe('secondFactor.begin')
  })

  test('tells the owner by mail, and notes it without showing the address', async ({ portal }) => {
    const maria = await portal.signIn('maria.alvarez')
    await enrol(portal, maria, { password: 'Sunny-Harbor-42' })
    await messageTo(
      portal,
      'maria.alvarez@example.com',
      /An authenticator app was set up for the account maria.alvarez/,
    )
    const rows = await portal.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.event, 'action:account.enableSecondFactor'), eq(auditLog.actor, 'maria.alvarez')))
    expect(rows.map(({ outcome, transmitTo, transmitStatus }) => [outcome, transmitTo, transmitStatus])).toEqual([
      ['ok', 'm********@example.com', 'sent'],
    ])
  })

  test('works also while the record server cannot say the address', async ({ portal }) => {
    const { login, visitor } = await somebody(portal)
    await portal.fault({ kind: 'down' })
    await enrol(portal, visitor, { password })
    expect((await accountOf(portal, login)).totpSecret).not.toBeNull()
  })

  test('is not offered while the practice has it switched off, but a person who has it is asked and can change it', async ({
    portal,
  }) => {
    const { login, visitor, app } = await protectedPerson(portal)
    const other = await somebody(portal)
    await setSetting(portal, { name: 'Portal_Second_Factor', value: false })
    try {
      expect((await beginWith(other.visitor)).status).toBe(403)
      const plain = await other.visitor.get(`/ui/screens${settings}`)
      expect(JSON.stringify(plain.body)).not.toContain('second-factor')
      expect(JSON.stringify((await visitor.get(`/ui/screens${settings}`)).body)).toContain('second-factor-kept')
      const again = await halfIn(portal.visitor(), login)
      expect(await isIn(again)).toBe(false)
      expect((await secondStep(again, app.code())).status).toBe(200)
      expect(await isIn(again)).toBe(true)
      expect((await again.act('account.disableSecondFactor', { Proof: password })).status).toBe(200)
    } finally {
      await setSetting(portal, { name: 'Portal_Second_Factor', value: true })
    }
  })
})

describe('signing in', () => {
  test('opens nothing before the code, and then what was asked for', async ({ portal }) => {
    const { login, app } = await protectedPerson(portal)
    const visitor = portal.visitor()
    const next = '/user/home/appointments?tab=past'
    await visitor.act('account.signIn', { Username: login, Password: password, next })
    expect(await isIn(visitor)).toBe(false)
    expect(JSON.stringify((await visitor.get(`/ui/screens${stepRoute}`)).body)).toContain('account.enterCode')
    const { body } = await secondStep(visitor, app.code())
    expect(body.effects.at(-1)).toEqual({ type: 'navigate', to: next, replace: true })
    expect(await isIn(visitor)).toBe(true)
  })

  test('takes each code once, also in two browsers at once', bothEngines, async ({ portal }) => {
    const { login, app } = await protectedPerson(portal)
    const [one, other] = [await halfIn(portal.visitor(), login), await halfIn(portal.visitor(), login)]
    const answers = await Promise.all([secondStep(one, app.code()), secondStep(other, app.code())])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const late = await halfIn(portal.visitor(), login)
    expect((await secondStep(late, app.code())).body.code).toBe('secondFactor.wrong')
    nextStep(portal)
    expect((await secondStep(late, app.code())).status).toBe(200)
  })

  test('takes no used code again after the clock was set back', async ({ portal }) => {
    const { login, app } = await protectedPerson(portal)
    nextStep(portal, 3)
    const [used, earlier] = [app.code(), app.code(-1)]
    expect((await secondStep(await halfIn(portal.visitor(), login), used)).status).toBe(200)
    portal.clock.aheadMs -= 30_000
    const visitor = await halfIn(portal.visitor(), login)
    for (const code of [used, earlier]) expect((await secondStep(visitor, code)).body.code).toBe('secondFactor.wrong')
  })

  test.for([
    [-2, 422],
    [-1, 200],
    [1, 200],
    [2, 422],
  ] as const)('answers a code %i steps away with %i', async ([steps, status], { portal }) => {
    const { login, app } = await protectedPerson(portal)
    nextStep(portal, 3) // away from the step that the set-up used
    const visitor = await halfIn(portal.visitor(), login)
    expect((await secondStep(visitor, app.code(steps))).status).toBe(status)
    expect(await isIn(visitor)).toBe(status === 200)
  })

  test('does not take the code of another account', async ({ portal }) => {
    const [mine, yours] = [await protectedPerson(portal), await protectedPerson(portal)]
    const visitor = await halfIn(portal.visitor(), mine.login)
    expect((await secondStep(visitor, yours.app.code())).status).toBe(422)
    expect((await withRecovery(visitor, yours.codes[0]!)).status).toBe(422)
  })

  test('gives five tries, says how many are left, and begins anew then', async ({ portal }) => {
    const { login, app } = await protectedPerson(portal)
    const visitor = await halfIn(portal.visitor(), login)
    const messages: string[] = []
    for (let tries = 0; tries < 4; tries++)
      messages.push((await secondStep(visitor, wrongOf(app.code()))).body.errors[0]?.message ?? '')
    expect(messages.map((words) => /You have (.*) left/.exec(words)?.[1])).toEqual([
      '4 tries',
      '3 tries',
      '2 tries',
      '1 try',
    ])
    const last = await secondStep(visitor, wrongOf(app.code()))
    expect([last.status, last.body.code, last.body.redirect]).toEqual([409, 'secondFactor.over', '/user/login'])
    expect((await secondStep(visitor, app.code())).body.code).toBe('signIn.again')
    expect(await isIn(visitor)).toBe(false)
  })

  test('counts tries at once, and those of one account across sign-ins', bothEngines, async ({ portal }) => {
    const { login, app } = await protectedPerson(portal)
    const wrong = wrongOf(app.code())
    for (let round = 0; round < 2; round++) {
      const visitor = await halfIn(portal.visitor(), login)
      const answers = await Promise.all(Array.from({ length: 5 }, () => secondStep(visitor, wrong)))
      expect(answers.filter(({ status }) => status === 422 || status === 409)).toHaveLength(5)
    }
    const visitor = await halfIn(portal.visitor(), login)
    expect((await secondStep(visitor, app.code())).status).toBe(429)
    expect(await isIn(visitor)).toBe(false)
  })

  test('is refused without the password, with the way of another practice, and with one that is used or for something else', async ({
    portal,
  }) => {
    const { login, app } = await protectedPerson(portal)
    const nobody = portal.visitor()
    expect((await secondStep(nobody, app.code())).body.code).toBe('signIn.again')
    expect((await nobody.get(`/ui/screens${stepRoute}`)).status).toBe(200)
    const first = await firstStep(portal.visitor(), login)
    const given = [first.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('portal_flow_'))
    const cookie = given!.split(';')[0]!
    const enter = (visitor: Visitor, name: string, sent: string) =>
      visitor.act(name, name === 'account.choose' ? { patient: '1001' } : { code: app.code() }, {
        headers: { cookie: sent },
      })
    const northgate = await enter(portal.visitor('northgate.localhost'), 'account.enterCode', cookie)
    const chooser = await enter(nobody, 'account.choose', cookie.replace('secondFactor', 'chooser'))
    expect([northgate.status, chooser.status]).toEqual([409, 409])
    expect((await enter(nobody, 'account.enterCode', cookie)).status).toBe(200)
    nextStep(portal)
    expect((await enter(nobody, 'account.enterCode', cookie)).status).toBe(409)
  })

  test('ends with the time of the way', async ({ portal }) => {
    const { login, app } = await protectedPerson(portal)
    const visitor = await halfIn(portal.visitor(), login)
    nextStep(portal, 62)
    expect((await secondStep(visitor, app.code())).body.code).toBe('signIn.again')
  })

  test('of a guardian of two patients asks whose account to open after the code', async ({ portal }) => {
    const visitor = await portal.signIn(ruth.login as 'r.okafor@example.com')
    const { app } = await enrol(portal, visitor, { password: ruth.password })
    const again = portal.visitor()
    await again.act('account.signIn', { Username: ruth.login, Password: ruth.password, IsGuardian: true })
    expect((await again.act('account.choose', { patient: '1004' })).status).toBe(409)
    const { body } = await secondStep(again, app.code())
    expect(body.effects[0]).toMatchObject({ type: 'open', dialog: { id: 'chooser' } })
    expect(await isIn(again)).toBe(false)
    expect((await again.act('account.choose', { patient: '1004' })).status).toBe(200)
    expect(await isIn(again)).toBe(true)
    await messageTo(portal, ruth.login, /authenticator app/)
  })

  test('of an administrator asks as well', async ({ portal }) => {
    const admin = await portal.signIn('front.desk')
    expect(JSON.stringify((await admin.get('/ui/screens/admin/account')).body)).toContain('account.secondFactor')
    const { app } = await enrol(portal, admin, { password: 'Practice-Keys-88', root: '/admin/account' })
    const again = portal.visitor()
    await again.act('account.adminSignIn', { Username: 'front.desk', Password: 'Practice-Keys-88' })
    expect((await again.get('/ui/screens/admin/settings')).status).toBe(401)
    const { body } = await secondStep(again, app.code())
    expect(body.effects.at(-1)).toMatchObject({ to: '/admin/home/dashboard' })
    expect((await again.get('/ui/screens/admin/settings')).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('let in once each, however they are written, and their owner hears of it', async ({ portal }) => {
    const { login, codes } = await protectedPerson(portal)
    const [first = '', second = ''] = codes
    const visitor = await halfIn(portal.visitor(), login)
    expect((await withRecovery(visitor, first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await isIn(visitor)).toBe(true)
    const again = await halfIn(portal.visitor(), login)
    expect((await withRecovery(again, first)).body.code).toBe('secondFactor.wrong')
    expect((await withRecovery(again, second)).status).toBe(200)
    const { body } = await again.get<object>('/ui/regions/account.secondFactor')
    expect(JSON.stringify(body)).toContain('You have 8 recovery codes left.')
  })

  test('all work, and the last one says that there are none left', async ({ portal }) => {
    const { login, codes } = await protectedPerson(portal)
    const opened: Visitor[] = []
    for (const code of codes) {
      const visitor = await halfIn(portal.visitor(), login)
      expect((await withRecovery(visitor, code)).status).toBe(200)
      opened.push(visitor)
    }
    const { body } = await opened.at(-1)!.get<object>('/ui/regions/account.secondFactor')
    expect(JSON.stringify(body)).toContain('You have no recovery codes left.')
  })

  test('made anew need a proof and replace all earlier ones', async ({ portal }) => {
    const { login, visitor, codes } = await protectedPerson(portal)
    await outlastProof(portal, visitor)
    expect((await visitor.act('account.newRecoveryCodes', { Proof: 'not my password' })).body.code).toBe('proof.wrong')
    expect((await visitor.act('account.newRecoveryCodes', { Proof: password })).status).toBe(200)
    const [fresh = ''] = await shownCodes(visitor)
    const again = await halfIn(portal.visitor(), login)
    expect((await withRecovery(again, codes[0]!)).status).toBe(422)
    expect((await withRecovery(again, fresh)).status).toBe(200)
  })
})

describe('turning it off', () => {
  test('needs the password or a code that counts, once', async ({ portal }) => {
    const { login, visitor, app } = await protectedPerson(portal)
    await outlastProof(portal, visitor)
    const off = (Proof: string) => visitor.act('account.disableSecondFactor', { Proof })
    expect((await off('Wrong-Password-1')).body.errors[0]?.pointer).toBe('/Proof')
    expect((await off(wrongOf(app.code()))).status).toBe(422)
    expect((await off(app.code())).status).toBe(200)
    expect((await visitor.act('account.disableSecondFactor', {})).body.code).toBe('secondFactor.none')
    const again = portal.visitor()
    await again.enter({ login, password })
    expect(await isIn(again)).toBe(true)
  })

  test('ends a sign-in that waits for its code', async ({ portal }) => {
    const { login, visitor, app, codes } = await protectedPerson(portal)
    const waiting = await halfIn(portal.visitor(), login)
    await visitor.act('account.disableSecondFactor', { Proof: password })
    expect((await secondStep(waiting, app.code())).body.code).toBe('signIn.again')
    expect((await withRecovery(waiting, codes[0]!)).body.code).toBe('signIn.again')
  })

  test('has a limit of tries', bothEngines, async ({ portal }) => {
    const { visitor } = await protectedPerson(portal)
    await outlastProof(portal, visitor)
    // The set-up was right, so it is not counted.
    const tries = Array.from({ length: 10 }, () => visitor.act('account.disableSecondFactor', { Proof: 'wrong one' }))
    expect((await Promise.all(tries)).every(({ status }) => status === 422)).toBe(true)
    expect((await visitor.act('account.disableSecondFactor', { Proof: password })).status).toBe(429)
  })
})
