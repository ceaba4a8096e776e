import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accounts, auditLog } from '../../server/db/schema.ts'
import { staffChanges } from '../../server/features/staff/schema.ts'
import { goodPassword, mailTo, sorted } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { enterAgain, newMember } from '../support/staff.ts'
import { bothEngines } from '../support/databases.ts'

const northgate = 'northgate.localhost'
const minute = 60_000
const typed = { Password: 'Quiet-Meadow-47', Password2: 'Quiet-Meadow-47' }
const sent = [{ type: 'navigate', to: '/admin/forgot_password/sent', replace: true }]

const test = portalTest({ owner: 'practice.owner', lead: 'office.lead' })

const request = (visitor: Visitor, Username: string) => visitor.act('account.requestStaffPasswordLink', { Username })
const choose = (visitor: Visitor, token: string) =>
  visitor.act('account.resetByLink', { token, ofStaff: true, ...typed })
const status = async (visitor: Visitor, page = '/admin/home/dashboard') =>
  (await visitor.get(`/ui/screens${page}`)).status
const pageOf = (visitor: Visitor, token: string) => visitor.get(`/ui/screens/admin/new_password/${token}`)

/** Returns the token of the newest mail, after a number of mails. */
async function tokenTo(portal: RunningPortal, to: string, count: number): Promise<string> {
  const { text } = await mailTo(portal, to, count)
  return /\/admin\/new_password\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
}

/** Returns how many links went out to an address, once all jobs have run. */
async function linksTo(portal: RunningPortal, to: string): Promise<number> {
  await runDueJobs(portal)
  return (await portal.outbox(to)).filter(({ text }) => text.includes('/admin/new_password/')).length
}

describe('a member of the staff who has forgotten the password', () => {
  test('chooses a new one with the link of an email, and is signed out everywhere', async ({ portal, owner }) => {
    const { visitor, login, number, person } = await newMember(portal, owner, { roles: ['records'] })
    const there = portal.visitor()
    const links = blocksOf((await there.get('/ui/screens/admin')).body.blocks, 'form').flatMap(
      ({ secondary = [] }) => secondary,
    )
    expect(links).toEqual([{ id: 'forgot-password', label: 'Forgot password?', to: '/admin/forgot_password' }])
    expect((await there.get('/ui/screens/admin/forgot_password')).body).toMatchObject({ chrome: 'plain' })
    const { body } = await request(there, ` ${login.toUpperCase()} `)
    expect(body.effects).toEqual(sent)
    const mail = await mailTo(portal, person.email, 2)
    expect(mail.subject).toBe('Choose a new password at Lakeside Dermatology')
    expect(mail.text).toContain(`a link to choose a new password for your account ${login} at Lakeside Dermatology`)
    const token = await tokenTo(portal, person.email, 2)
    for (const _ of ['once', 'twice']) {
      const { body: screen } = await pageOf(portal.visitor(), token)
      expect(screen).toMatchObject({ chrome: 'plain', back: { to: '/admin' } })
      expect(blocksOf(screen.blocks, 'form')).toHaveLength(1)
    }
    expect(await status(visitor)).toBe(200)
    const answer = await choose(there, token)
    expect(answer.body.effects).toContainEqual({ type: 'navigate', to: '/admin', replace: true })
    const formOf = async (path: string) => blocksOf((await there.get(path)).body.blocks, 'form')[0]
    expect(await formOf('/ui/screens/admin')).toMatchObject({ value: { Username: login } })
    expect((await formOf('/ui/screens/user/login'))?.value).toEqual({})
    expect(await status(visitor)).toBe(401)
    const notice = await mailTo(portal, person.email, 3)
    expect(notice.text).toContain(`The password was changed for the account ${login}`)
    const old = await portal.visitor().act('account.adminSignIn', { Username: login, Password: goodPassword })
    expect(old.body.code).toBe('signIn.invalid')
    const again = { login, password: typed.Password, action: 'account.adminSignIn' }
    expect(await status(await there.enter(again))).toBe(200)
    expect((await formOf('/ui/screens/admin'))?.value).toEqual({})
    const history = JSON.stringify((await owner.get(`/ui/screens/admin/staff/${number}`)).body)
    expect(history).toContain('Requested a link for a new password')
  })

  test('is found by the email address too, and noted in the audit log', bothEngines, async ({ portal, owner }) => {
    const { person } = await newMember(portal, owner, { roles: ['front desk'] })
    expect((await request(portal.visitor(), person.email)).body.effects).toEqual(sent)
    expect(await linksTo(portal, person.email)).toBe(1)
    const rows = await portal.database.db
      .select({ event: auditLog.event, outcome: auditLog.outcome, licenseeId: auditLog.licenseeId })
      .from(auditLog)
      .where(eq(auditLog.actor, person.email))
    expect(rows).toEqual([{ event: 'action:account.requestStaffPasswordLink', outcome: 'ok', licenseeId: 'lakeside' }])
  })

  test('keeps the second factor', async ({ portal, owner }) => {
    const { number, login, person } = await newMember(portal, owner, { roles: ['records'] })
    const { db } = portal.database
    await db.update(accounts).set({ totpSecret: 'of an app' }).where(eq(accounts.id, number))
    await request(portal.visitor(), login)
    expect((await choose(portal.visitor(), await tokenTo(portal, person.email, 2))).status).toBe(200)
    const { body } = await portal.visitor().act('account.adminSignIn', { Username: login, Password: typed.Password })
    expect(body.effects).toEqual([{ type: 'navigate', to: '/user/login/code', replace: true }])
  })
})

describe('the link', () => {
  test('works once, and ends what was sent before', bothEngines, async ({ portal, owner }) => {
    const { login, person } = await newMember(portal, owner, { roles: ['records'] })
    await request(portal.visitor(), login)
    const first = await tokenTo(portal, person.email, 2)
    await request(portal.visitor(), login)
    const second = await tokenTo(portal, person.email, 3)
    const refused = await choose(portal.visitor(), first)
    expect([refused.status, refused.body.code]).toEqual([409, 'reset.over'])
    expect(sorted(await Promise.all([1, 2, 3].map(() => choose(portal.visitor(), second))))).toEqual([200, 409, 409])
    const { body } = await pageOf(portal.visitor(), second)
    expect(blocksOf(body.blocks, 'form')).toEqual([])
    expect(blocksOf(body.blocks, 'action')).toMatchObject([{ do: { to: '/admin/forgot_password' } }])
    expect(body).toMatchObject({ chrome: 'plain' })
  })

  test('leaves a link that an owner has sent, which works longer', async ({ portal, owner }) => {
    const { number, login, person } = await newMember(portal, owner, { roles: ['records'] })
    await owner.act('staff.sendPasswordLink', { member: number })
    const fromOwner = await tokenTo(portal, person.email, 2)
    await request(portal.visitor(), login)
    const requested = await tokenTo(portal, person.email, 3)
    for (const token of [fromOwner, requested])
      expect(blocksOf((await pageOf(portal.visitor(), token)).body.blocks, 'form')).toHaveLength(1)
    portal.clock.aheadMs += 61 * minute
    expect((await choose(portal.visitor(), requested)).status).toBe(409)
    expect((await choose(portal.visitor(), fromOwner)).status).toBe(200)
  })

  test('ends when an owner sends one later, and when the password has changed', async ({ portal, owner }) => {
    const { number, login, person } = await newMember(portal, owner, { roles: ['records'] })
    await request(portal.visitor(), login)
    const first = await tokenTo(portal, person.email, 2)
    await owner.act('staff.sendPasswordLink', { member: number })
    const fromOwner = await tokenTo(portal, person.email, 3)
    expect((await choose(portal.visitor(), first)).status).toBe(409)
    await request(portal.visitor(), login)
    const last = await tokenTo(portal, person.email, 4)
    expect((await choose(portal.visitor(), last)).status).toBe(200)
    expect((await choose(portal.visitor(), fromOwner)).status).toBe(409)
  })

  test('ends after an hour', async ({ portal, owner }) => {
    const { login, person } = await newMember(portal, owner, { roles: ['records'] })
    await request(portal.visitor(), login)
    const token = await tokenTo(portal, person.email, 2)
    portal.clock.aheadMs += 59 * minute
    expect(blocksOf((await pageOf(portal.visitor(), token)).body.blocks, 'form')).toHaveLength(1)
    portal.clock.aheadMs += 2 * minute
    const { status: late, body } = await choose(portal.visitor(), token)
    expect([late, body.code]).toEqual([409, 'reset.over'])
    expect(blocksOf(body.screen, 'action')).toMatchObject([{ do: { to: '/admin/forgot_password' } }])
  })

  test('works at its own practice only', bothEngines, async ({ portal, lead, owner }) => {
    const { login, person } = await newMember(portal, owner, { roles: ['records'] })
    expect((await request(portal.visitor(northgate), login)).body.effects).toEqual(sent)
    expect(await linksTo(portal, person.email)).toBe(0)
    await request(portal.visitor(), login)
    const token = await tokenTo(portal, person.email, 2)
    expect((await choose(portal.visitor(northgate), token)).status).toBe(409)
    expect(await status(lead)).toBe(200)
    expect((await choose(portal.visitor(), token)).status).toBe(200)
  })
})

describe('the response', bothEngines, () => {
  test('is the same for everybody, and nobody else gets an email', async ({ portal, owner }) => {
    const ended = await newMember(portal, owner, { roles: ['records'] })
    await owner.act('staff.endAccess', { member: ended.number, reason: 'No longer works here' })
    const without = await newMember(portal, owner, { roles: ['records'] })
    const { db } = portal.database
    await db.update(accounts).set({ email: '' }).where(eq(accounts.id, without.number))
    const names = ['nobody.here', 'nobody@example.com', ended.login, ended.person.email, without.login, 'maria.alvarez']
    const answers = await Promise.all(names.map((name) => request(portal.visitor(), name)))
    for (const { status: code, body } of answers) expect([code, body]).toEqual([200, { effects: sent }])
    for (const { person } of [ended, without]) expect(await linksTo(portal, person.email)).toBe(0)
    const own = and(eq(staffChanges.what, 'password link'), eq(staffChanges.accountId, without.number))
    expect(await db.$count(staffChanges, own)).toBe(0)
  })

  test('is an error beside the field when nothing is entered', async ({ portal }) => {
    const { status: code, body } = await request(portal.visitor(), ' ')
    expect([code, body.errors]).toMatchObject([422, [{ pointer: '/Username', code: 'staff.loginOrEmail' }]])
  })
})

describe('many requests', bothEngines, () => {
  test('are refused for a name after ten in an hour, whether or not the account exists', async ({ portal, owner }) => {
    const { login } = await newMember(portal, owner, { roles: ['records'] })
    for (const name of [login, 'nobody.at.all']) {
      const visitor = portal.visitor()
      const codes: number[] = []
      for (let turn = 0; turn < 11; turn += 1) codes.push((await request(visitor, name)).status)
      expect([name, codes.slice(0, 10), codes[10]]).toEqual([name, Array(10).fill(200), 429])
    }
  })

  test('send five emails a day, and go on to look the same', async ({ portal, owner }) => {
    const { login, person } = await newMember(portal, owner, { roles: ['records'] })
    for (const name of [login, person.email, login, person.email, login, person.email, login])
      expect((await request(portal.visitor(), name)).body.effects).toEqual(sent)
    expect(await linksTo(portal, person.email)).toBe(5)
    portal.clock.aheadMs += 25 * 60 * minute
    expect((await request(portal.visitor(), login)).body.effects).toEqual(sent)
    expect(await linksTo(portal, person.email)).toBe(6)
    expect(await status(await enterAgain(portal, login))).toBe(200)
  })
})
