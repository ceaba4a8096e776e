import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { beginFlow, putCode, type FlowPurpose } from '../../server/identity/flow.store.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { messageTo } from '../support/message-to.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import {
  beginRecovery,
  claimOf,
  codeRoute,
  codeSentTo,
  earnGrant,
  errorsIn,
  makeAccountsToRecover,
  reset,
  resetRoute,
  setDisabled,
  verify,
} from '../support/recovery.ts'
import { blocksOf } from './crawl/crawl.ts'
import { bothEngines } from '../support/databases.ts'

const { mariaAlvarez: maria, noraQuinn: nora, thomasReed: thomas, ameliaNovak: amelia, piotrZielinski: piotr } = people
const { johnSmith: john, otherJohnSmith: otherJohn } = people
const newPassword = 'Quiet-Meadow-58'
const dashboard = '/ui/screens/user/home/dashboard'
const minute = 60_000

const test = portalTest()

test.beforeAll(({ portal }) => makeAccountsToRecover(portal))

const status = async (visitor: Visitor, path: string) => (await visitor.get(path)).status
const canEnter = async (visitor: Visitor, login: string, password: string) =>
  (await visitor.act('account.signIn', { Username: login, Password: password })).status === 200

async function expectNoForm(visitor: Visitor, route: string) {
  const answer = await visitor.get(route)
  expect([answer.status, blocksOf(answer.body, 'form')]).toEqual([200, []])
  expect(blocksOf(answer.body, 'action')).toMatchObject([{ do: { to: '/user/forgotpassword' } }])
}

async function expectOver(visitor: Visitor) {
  await expectNoForm(visitor, resetRoute)
  const answer = await reset(visitor, newPassword)
  expect([answer.status, answer.body.code]).toEqual([409, 'reset.over'])
  expect(answer.body.detail).toContain('sets a new password only once')
}

describe('without a grant', () => {
  test('nobody sets a password, and the screens lead back to the beginning [1 §4.20]', async ({ portal }) => {
    const visitor = portal.visitor()
    await expectOver(visitor)
    await expectNoForm(visitor, codeRoute)
    for (const name of ['sendRecoveryCode', 'resendRecoveryCode', 'recoveryCodeEnded']) {
      const answer = await visitor.act(`account.${name}`, {})
      expect([answer.status, answer.body.code]).toEqual([409, 'recovery.again'])
    }
    const answer = await verify(visitor, '123456')
    expect([answer.status, answer.body.code]).toEqual([409, 'recovery.again'])
    expect(blocksOf(answer.body.screen, 'action')).toMatchObject([{ do: { to: '/user/forgotpassword' } }])
  })

  test('a recovery that has begun, or has had its code sent, is not enough', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf('new.patient', nora))
    await expectOver(visitor)
    const early = await visitor.act('account.resendRecoveryCode', {})
    expect([early.status, early.body.code]).toEqual([409, 'recovery.again'])
    await visitor.act('account.sendRecoveryCode', { byEmail: true })
    await expectOver(visitor)
  })

  test('a right code of another visitor, or of another way, is worth nothing', async ({ portal }) => {
    const [mine, theirs] = [portal.visitor(), portal.visitor()]
    for (const visitor of [mine, theirs]) {
      await beginRecovery(visitor, claimOf('new.patient', nora))
      await visitor.act('account.sendRecoveryCode', { byEmail: true })
    }
    const theirCode = await codeSentTo(portal, nora.email)
    expect((await verify(mine, theirCode)).body.errors).toMatchObject([{ code: 'verification.wrong' }])
    for (const purpose of ['signUp', 'secondFactor', 'reset'] as const) {
      const id = await flowWithCode(portal, purpose, '123456')
      const headers = { cookie: `portal_flow_recovery=${id}; portal_flow_${purpose}=${id}` }
      const tried = await mine.act('account.verifyRecoveryCode', { code: '123456' }, { headers })
      expect([purpose, tried.status, tried.body.code]).toEqual([purpose, 409, 'recovery.again'])
    }
    expect((await verify(theirs, theirCode)).status).toBe(200)
  })

  test('the id of a recovery is none of a grant', async ({ portal }) => {
    const id = await flowWithCode(portal, 'recovery', '123456')
    const visitor = portal.visitor()
    const tried = await visitor.act(
      'account.resetPassword',
      { Password: newPassword, Password2: newPassword },
      { headers: { cookie: `portal_flow_reset=${id}` } },
    )
    expect([tried.status, tried.body.code]).toEqual([409, 'reset.over'])
  })
})

async function flowWithCode(
  { database: { db } }: Pick<RunningPortal, 'database'>,
  purpose: FlowPurpose,
  code: string,
): Promise<string> {
  const [at, licenseeId] = [new Date(), 'lakeside']
  const id = await beginFlow(db, { licenseeId, purpose, step: 'begun', subject: { accountId: -1 }, at })
  expect(await putCode(db, { licenseeId, purpose, id, code, at })).toBe(true)
  return id
}

describe('a grant', () => {
  test('outlasts a password that is refused, with the words for what is wrong [1 §5.5 §5.6 §5.9 §8.16 §9.4]', async ({
    portal,
  }) => {
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('amelia.n', amelia))
    const messagesFor = async (password: string, again?: string) => errorsIn(await reset(visitor, password, again))[1]
    const criteria = [['/Password', "Password doesn't match the criteria"]]
    for (const weak of ['Short-1', 'no-capital-1', 'NO-SMALL-1', 'No-digit-here', 'NoSpecial11', 'Only Blank 11'])
      expect([weak, await messagesFor(weak)]).toEqual([weak, criteria])
    expect(await messagesFor('P@ssw0rd')).toEqual([
      ['/Password', 'Many people use this password. Please choose another one.'],
    ])
    expect(await messagesFor('First-Garden-10')).toEqual([
      ['/Password', 'This is the password that you have now. Please choose another one.'],
    ])
    expect(await messagesFor(newPassword, 'Quiet-Meadow-59')).toEqual([
      ['/Password2', "Entered passwords doesn't match"],
    ])
    expect(await messagesFor('', '')).toEqual([
      ['/Password', 'Please enter a password.'],
      ['/Password2', 'Please enter the password again.'],
    ])
    expect(await canEnter(portal.visitor(), 'amelia.n', 'First-Garden-10')).toBe(true)
    expect((await reset(visitor, 'Ünïcode-Páss-1')).status).toBe(200)
    expect(await canEnter(portal.visitor(), 'amelia.n', 'First-Garden-10')).toBe(false)
    expect(await canEnter(portal.visitor(), 'amelia.n', 'Ünïcode-Páss-1')).toBe(true)
  })

  test('sets one password, once', bothEngines, async ({ portal }) => {
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('piotr.z', piotr))
    const tries = await Promise.all(
      ['One-Meadow-58', 'Two-Meadow-58', 'Six-Meadow-58'].map((each) => reset(visitor, each)),
    )
    expect(tries.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    await expectOver(visitor)
  })

  test('ends after half an hour', async ({ portal }) => {
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('piotr.z', piotr))
    portal.clock.aheadMs = 31 * minute
    await expectOver(visitor)
  })

  test('is worth nothing once the account is disabled', async ({ portal }) => {
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('piotr.z', piotr))
    await setDisabled(portal, 'piotr.z', true)
    await expectOver(visitor)
    await setDisabled(portal, 'piotr.z', false)
  })

  test('ends with every other way of the account when another one sets the password', async ({ portal }) => {
    const [first, second] = [portal.visitor(), portal.visitor()]
    for (const visitor of [first, second]) await earnGrant(portal, visitor, claimOf('john.two', otherJohn))
    const third = portal.visitor()
    await beginRecovery(third, claimOf('john.two', otherJohn))
    expect((await reset(second, newPassword)).status).toBe(200)
    await expectOver(first)
    await expectNoForm(third, codeRoute)
  })
})

describe('a new password', () => {
  test('ends all sessions of the account, in this browser and elsewhere, and no other', async ({ portal }) => {
    const [here, otherBrowser] = [portal.visitor(), portal.visitor()]
    const other = await portal.signIn('new.patient')
    for (const visitor of [here, otherBrowser]) await visitor.enter({ login: 'john.one', password: 'First-Garden-12' })
    await earnGrant(portal, here, claimOf('john.one', john))
    expect(await status(here, dashboard)).toBe(200)
    expect((await reset(here, newPassword)).status).toBe(200)
    expect(await Promise.all([here, otherBrowser, other].map((visitor) => status(visitor, dashboard)))).toEqual([
      401, 401, 200,
    ])
  })

  test('signs out the person who is signed in in this browser', async ({ portal }) => {
    const visitor = await portal.signIn('new.patient')
    await earnGrant(portal, visitor, claimOf('maria.alvarez', maria))
    expect((await reset(visitor, newPassword)).status).toBe(200)
    expect(await status(visitor, dashboard)).toBe(401)
  })

  test('ends the choice of a patient that somebody began with the old one', async ({ portal }) => {
    const thief = portal.visitor()
    const entry = { Username: 'r.okafor@example.com', Password: 'Bright-Window-31', IsGuardian: true }
    expect((await thief.act('account.signIn', entry)).body.effects).toMatchObject([{ type: 'open' }])
    const owner = portal.visitor()
    await earnGrant(portal, owner, claimOf(entry.Username, { dob: '1979-10-22', email: entry.Username }))
    expect((await reset(owner, newPassword)).status).toBe(200)
    const chosen = await thief.act('account.choose', { patient: String(people.adaOkafor.patientN) })
    expect([chosen.status, chosen.body.code]).toEqual([409, 'signIn.again'])
  })

  test('is reported to the owner by mail', async ({ portal }) => {
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('maria.alvarez', maria))
    expect((await reset(visitor, 'Other-Meadow-58')).status).toBe(200)
    const { text: words } = await messageTo(portal, maria.email, /security settings/)
    expect(words).toContain('The password was changed for the account maria.alvarez at Lakeside Dermatology on')
    expect(words).toContain('please call the office at once')
    expect(words).toContain('(212) 555-0140')
    expect(words).not.toContain('Other-Meadow-58')
  })

  test('is set also while the record server cannot say where the owner is', async ({ portal }) => {
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, claimOf('new.patient', nora))
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    expect((await reset(visitor, newPassword)).status).toBe(200)
    await portal.heal()
    expect(await canEnter(portal.visitor(), 'new.patient', newPassword)).toBe(true)
  })

  test('leaves neither itself nor a quick hash of itself among the kept answers', async ({ portal }) => {
    const kept = await portal.database.db.execute(
      sql`select count(*)::int as count from idempotency_keys where action = 'account.resetPassword'`,
    )
    expect(kept.rows).toEqual([{ count: 0 }])
  })
})

describe('a person who must set a new password', () => {
  test('is led to it after the old one was right, and enters with the new one [1 §4.12 §8.7] [2 §8.14]', async ({
    portal,
  }) => {
    const visitor = portal.visitor()
    const answer = await visitor.act('account.signIn', { Username: 'thomas.reed', Password: 'Old-Garden-13' })
    const dialog = blocksOf(answer.body, 'action')
    expect(answer.body.effects).toMatchObject([{ type: 'open', dialog: { title: 'Existing patient identified' } }])
    expect(dialog[0]).toMatchObject({ do: { type: 'navigate', to: '/user/resetpassword' } })
    expect(await status(visitor, dashboard)).toBe(401)
    expect(blocksOf((await visitor.get(resetRoute)).body, 'form')).toHaveLength(1)
    expect((await reset(visitor, newPassword)).status).toBe(200)
    await visitor.enter({ login: 'thomas.reed', password: newPassword })
    expect(await status(visitor, dashboard)).toBe(200)
    expect(await canEnter(portal.visitor(), 'thomas.reed', 'Old-Garden-13')).toBe(false)
    expect((await messageTo(portal, thomas.email, /security settings/)).text).toContain('thomas.reed')
  })

  test('goes to their own sign-in as an administrator', async ({ portal }) => {
    await portal.database.db.execute(sql`update accounts set must_reset = true where login = 'front.desk'`)
    const visitor = portal.visitor()
    await visitor.act('account.adminSignIn', { Username: 'front.desk', Password: 'Practice-Keys-88' })
    const { body } = await reset(visitor, newPassword)
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/admin', replace: true })
    await visitor.enter({ login: 'front.desk', password: newPassword, action: 'account.adminSignIn' })
    expect(await status(visitor, '/ui/screens/admin/home/dashboard')).toBe(200)
  })
})
