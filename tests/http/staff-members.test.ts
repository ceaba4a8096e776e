import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accounts, auditLog } from '../../server/db/schema.ts'
import { recoveryCodes } from '../../server/features/second-factor/schema.ts'
import { staffChanges } from '../../server/features/staff/schema.ts'
import { staffPage } from '../../server/identity/staff.store.ts'
import { enrol, nextStep, type AuthenticatorApp } from '../support/authenticator-app.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { goodPassword, mailTo, sorted } from '../support/guardians.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { enterAgain, memberNamed, newMember, staffRows } from '../support/staff.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const northgate = 'northgate.localhost'
const dying = dyingHandle()
const test = portalTest({ owner: 'practice.owner', lead: 'office.lead' }, { onStatement: dying.hear })

const opens = async (visitor: Visitor, page = '/admin/home/dashboard') =>
  (await visitor.get(`/ui/screens${page}`)).status
const pageOf = (visitor: Visitor, number: number) => visitor.get(`/ui/screens/admin/staff/${number}`)
const end = (visitor: Visitor, member: number, reason = 'No longer works here') =>
  visitor.act('staff.endAccess', { member, reason })
const answer = ({ status, body }: { status: number; body: { code: string; detail: string } }) => [
  status,
  body.code,
  body.detail,
]
const ownersOf = async (portal: RunningPortal, licenseeId: string) =>
  (await staffPage(portal.database.db, { licenseeId, page: 1, size: 1000 })).rows.filter(
    ({ roles, endedAt }) => roles.includes('owner') && !endedAt,
  )
const livePageOf = (portal: RunningPortal, visitor: Visitor, topics: string[]) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return openLivePage(portal, topics, { cookie })
}

/** Sets up an app for a member of the staff, which these practices do not require. */
const appOf = async (portal: RunningPortal, visitor: Visitor): Promise<AuthenticatorApp> => {
  let app: AuthenticatorApp | undefined
  await withSetting(portal, { name: 'Staff_Second_Factor', value: true }, async () => {
    ;({ app } = await enrol(portal, visitor, { password: goodPassword, root: '/admin/account' }))
  })
  return app ?? expect.fail('no app was set up')
}

describe('the staff list', () => {
  test('shows who works at the practice, with roles, last sign-in and code [2 §2.15]', async ({ portal, owner }) => {
    const before = await staffRows(owner)
    const demo = before.filter(({ email }) => email?.endsWith('lakeside.example.com'))
    expect(demo.map(({ name }) => name)).toEqual([
      'Desk, Front front.desk',
      'Diaz, Carla calls.desk',
      'Grant, Olivia practice.owner (you)',
      'Nguyen, Sofia settings.desk',
      'Stone, Rafael records.desk',
    ])
    expect(demo[0]).toMatchObject({
      email: 'front.desk@lakeside.example.com',
      roles: 'Front desk, Records, Settings',
      last: 'Not signed in yet Password only',
      state: 'Active',
    })
    expect(demo[2]?.last).toMatch(/^\d\d\/\d\d\/\d{4} \d/)
    await portal.signIn('front.desk')
    const after = await staffRows(owner)
    expect(after.find(({ name }) => name === 'Desk, Front front.desk')?.last).toMatch(/^\d\d\/\d\d\/\d{4} \d/)
    expect(JSON.stringify(after)).not.toMatch(/office\.lead|argon2|Harbor-Owner/)
  })

  test('has pages, and those whose access has ended at the end', async ({ portal, owner }) => {
    const { number, login } = await newMember(portal, owner, { roles: ['settings'] })
    await portal.database.db.execute(
      sql`insert into accounts (licensee_id, kind, login, login_key, password_hash, first_name, last_name, last_name_key, staff_roles)
          select 'lakeside', 'admin', 'extra.' || n, 'extra.' || n, 'x', 'Extra', 'Person', 'person', '["records"]' from generate_series(1, 30) n`,
    )
    await end(owner, number)
    expect(await staffRows(owner)).toHaveLength(20)
    const second = await staffRows(owner, '?page=2&size=20')
    expect(second.at(-1)).toMatchObject({
      name: expect.stringContaining(login),
      state: expect.stringMatching(/^Ended on \d\d\/\d\d\/\d{4}$/),
    })
    expect(await staffRows(owner, '?page=99')).toEqual(second)
    const all = await staffRows(owner, '?size=50')
    expect([...(await staffRows(owner)), ...second]).toEqual(all)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(await staffRows(owner, '?page=-1&size=7')).toHaveLength(20)
    await portal.database.db.execute(sql`delete from accounts where login like 'extra.%'`)
  })
})

describe('a member', bothEngines, () => {
  test('who has other roles is signed out at once and reads why what they press does nothing', async ({
    portal,
    owner,
  }) => {
    const { visitor, number, login } = await newMember(portal, owner, { roles: ['front desk'] })
    const page = await livePageOf(portal, visitor, ['admins:lakeside/payments'])
    const { body } = await owner.act('staff.changeRoles', {
      member: number,
      seen: ['front desk'],
      roles: ['settings', 'records'],
    })
    expect(body.effects).toContainEqual(expect.objectContaining({ type: 'notify', tone: 'success' }))
    await expect.poll(() => page.hasEnded()).toBe(true)
    expect(await opens(visitor)).toBe(401)
    expect(page.reason()).toMatch(/^An owner of your practice changed what you may do here\. Sign in again/)
    const pressed = await visitor.act('findPatient.byText', { text: 'Alvarez' })
    expect(answer(pressed)).toEqual([401, 'access.signIn', expect.stringMatching(/sign in/i)])
    const again = await enterAgain(portal, login)
    expect([await opens(again, '/admin/settings'), await opens(again, '/admin/payments')]).toEqual([200, 403])
    expect(await memberNamed(portal, login)).toMatchObject({ roles: ['records', 'settings'] })
  })

  test('is not changed by an owner who saw other roles', async ({ portal, owner }) => {
    const { number } = await newMember(portal, owner, { roles: ['front desk'] })
    const change = (roles: string[]) => owner.act('staff.changeRoles', { member: number, seen: ['front desk'], roles })
    expect(sorted(await Promise.all([change(['records']), change(['settings'])]))).toEqual([200, 409])
    expect((await change(['front desk'])).body.code).toBe('staff.changed')
    expect(
      (await owner.act('staff.changeRoles', { member: number, seen: ['records'], roles: [] })).body.errors,
    ).toEqual([expect.objectContaining({ pointer: '/roles', message: 'Choose at least one role.' })])
  })

  test('whose access ends is out everywhere at once, and stays in the history with the reason', async ({
    portal,
    owner,
  }) => {
    const { visitor, number, login } = await newMember(portal, owner, { roles: ['records'] })
    const page = await livePageOf(portal, visitor, ['admins:lakeside/payments'])
    const { body } = await end(owner, number, '  Left on Friday  ')
    expect(body.effects.map(({ type }) => type)).toEqual(['close', 'refresh', 'notify'])
    await expect.poll(() => page.hasEnded()).toBe(true)
    expect(await opens(visitor)).toBe(401)
    const entry = await portal.visitor().act('account.adminSignIn', { Username: login, Password: goodPassword })
    expect(entry.body.code).toBe('signIn.invalid')
    const words = JSON.stringify((await pageOf(owner, number)).body)
    expect(words).toMatch(/Left on Friday/)
    expect(words).toContain('Access ended')
    expect(words).not.toContain('staff.endAccess')
    expect(page.reason()).toMatch(/^Your access to this portal has ended\. .*ask an owner/)
    expect(page.reason()).not.toContain('Left on Friday')
    expect(answer(await end(owner, number))).toEqual([409, 'staff.ended', 'This access has already ended.'])
    const audited = await portal.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.event, 'action:staff.endAccess'))
      .orderBy(auditLog.id)
    expect(audited.filter(({ outcome }) => outcome === 'ok').at(-1)).toMatchObject({
      actor: 'practice.owner',
      subject: String(number),
    })
    expect(JSON.stringify(audited)).not.toContain('Friday')
  })

  test('cannot end a sign-in that waits for a code, nor one of before, after the access ended', async ({
    portal,
    owner,
  }) => {
    const { visitor, number, login } = await newMember(portal, owner, { roles: ['records'] })
    const app = await appOf(portal, visitor)
    const waiting = portal.visitor()
    await waiting.act('account.adminSignIn', { Username: login, Password: goodPassword })
    await end(owner, number)
    nextStep(portal)
    expect((await waiting.act('account.enterCode', { code: app.code() })).status).not.toBe(200)
    expect((await owner.act('staff.restoreAccess', { member: number })).status).toBe(200)
    nextStep(portal)
    expect((await waiting.act('account.enterCode', { code: app.code() })).status).not.toBe(200)
    expect([await opens(visitor), await opens(waiting)]).toEqual([401, 401])
    const again = portal.visitor()
    await again.act('account.adminSignIn', { Username: login, Password: goodPassword })
    expect((await again.act('account.enterCode', { code: app.code() })).status).toBe(200)
    expect(await opens(again)).toBe(200)
    const twice = await owner.act('staff.restoreAccess', { member: number })
    expect(answer(twice)).toEqual([409, 'staff.notEnded', 'This access has already been restored.'])
  })

  test('of another practice, a patient, or nobody is unknown', async ({ portal, owner, lead }) => {
    const { accountId } = await memberNamed(portal, 'office.lead', 'northgate')
    const [maria] = await portal.database.db.select().from(accounts).where(eq(accounts.login, 'maria.alvarez'))
    for (const number of [accountId, maria?.id ?? 0, 999_999]) {
      expect((await pageOf(owner, number)).status).toBe(404)
      const acts = [
        end(owner, number),
        owner.act('staff.restoreAccess', { member: number }),
        owner.act('staff.changeRoles', { member: number, seen: ['owner'], roles: ['records'] }),
        owner.act('staff.turnOffSecondFactor', { member: number, reason: 'x' }),
      ]
      for (const refused of await Promise.all(acts)) expect([404, 422]).toContain(refused.status)
    }
    expect(await opens(lead)).toBe(200)
    for (const number of ['0', 'x', '1.5', '99999999999999999999', '%00'])
      expect((await owner.get(`/ui/screens/admin/staff/${number}`)).status).toBe(404)
  })

  test('cannot be ended without a reason', async ({ portal, owner }) => {
    const { number } = await newMember(portal, owner, { roles: ['records'] })
    for (const reason of ['', '  \n ']) {
      const { status, body } = await end(owner, number, reason)
      expect([status, body.errors[0]?.message]).toEqual([
        422,
        'Enter a reason. It stays with the account, so that others can see why.',
      ])
    }
    expect((await end(owner, number, 'x'.repeat(301))).status).toBe(422)
  })
})

describe.sequential('the owners of a practice', bothEngines, () => {
  test('are never none: the only one can neither lose the role nor end', async ({ portal, lead }) => {
    const { accountId } = await memberNamed(portal, 'office.lead', 'northgate')
    const lower = await lead.act('staff.changeRoles', { member: accountId, seen: ['owner'], roles: ['records'] })
    expect(answer(lower)).toEqual([409, 'staff.lastOwner', expect.stringMatching(/^This is the only owner/)])
    expect(answer(await end(lead, accountId))).toEqual([
      409,
      'staff.self',
      expect.stringMatching(/^You cannot do this/),
    ])
    const words = JSON.stringify((await pageOf(lead, accountId)).body)
    expect(words).toContain('is the only owner of the practice')
    expect(words).not.toContain('"End access"')
    expect(await opens(lead)).toBe(200)
  })

  test.for(['end', 'lower'] as const)('who %s each other at once leave one', async (way, { portal, lead }) => {
    for (let round = 0; round < 4; round++) {
      const first = await newMember(portal, lead, { roles: ['owner'], host: northgate })
      const second = await newMember(portal, lead, { roles: ['owner'], host: northgate })
      const third = await memberNamed(portal, 'office.lead', 'northgate')
      await portal.database.db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.id, third.accountId))
      const remove = (visitor: Visitor, member: number) =>
        way === 'end'
          ? end(visitor, member)
          : visitor.act('staff.changeRoles', { member, seen: ['owner'], roles: ['records'] })
      const answers = await Promise.all([remove(first.visitor, second.number), remove(second.visitor, first.number)])
      expect(sorted(answers)[0]).toBe(200)
      expect([401, 403, 409]).toContain(sorted(answers)[1])
      expect(await ownersOf(portal, 'northgate')).toHaveLength(1)
      await portal.database.db.update(accounts).set({ disabledAt: null }).where(eq(accounts.id, third.accountId))
      for (const { number } of [first, second]) await end(lead, number)
    }
  })

  test('who give up the role themselves at once leave one, and stay signed in with what they still may do', async ({
    portal,
    lead,
  }) => {
    const first = await newMember(portal, lead, { roles: ['owner'], host: northgate })
    const give = (visitor: Visitor, member: number) =>
      visitor.act('staff.changeRoles', { member, seen: ['owner'], roles: ['settings'] })
    const { accountId } = await memberNamed(portal, 'office.lead', 'northgate')
    const answers = await Promise.all([give(first.visitor, first.number), give(lead, accountId)])
    expect(sorted(answers)).toEqual([200, 409])
    const [mine, theirs] = answers
    const [lowered, kept] = mine?.status === 200 ? [first.visitor, lead] : [lead, first.visitor]
    expect((mine?.status === 200 ? mine : theirs)?.body.effects).toContainEqual({
      type: 'navigate',
      to: '/admin/home/dashboard',
      replace: true,
    })
    expect([await opens(lowered, '/admin/settings'), await opens(lowered, '/admin/staff')]).toEqual([200, 403])
    expect(await opens(kept, '/admin/staff')).toBe(200)
    const number = mine?.status === 200 ? first.number : accountId
    await kept.act('staff.changeRoles', { member: number, seen: ['settings'], roles: ['owner'] })
  })

  test('see what another one changes on an open page, at once', async ({ portal, owner }) => {
    const { number } = await newMember(portal, owner, { roles: ['records'] })
    const second = await newMember(portal, owner, { roles: ['owner'] })
    const { body } = await pageOf(second.visitor, number)
    const page = await livePageOf(portal, second.visitor, body.topics ?? [])
    await owner.act('staff.changeRoles', { member: number, seen: ['records'], roles: ['front desk'] })
    await page.caughtUp()
    expect(page.heard.flatMap(({ topics }) => topics)).toContain('admins:lakeside/staff')
    expect(JSON.stringify((await pageOf(second.visitor, number)).body)).toContain('Front desk')
  })
})

describe('a forgotten password', () => {
  test('is replaced by its person with a link that an owner sends, once', async ({ portal, owner }) => {
    const { visitor, number, login, person } = await newMember(portal, owner, { roles: ['records'] })
    const send = () => owner.act('staff.sendPasswordLink', { member: number })
    const linkIn = async (count: number) =>
      /\/admin\/new_password\/([\w-]{43})\s/.exec((await mailTo(portal, person.email, count)).text)?.[1] ?? ''
    expect((await send()).status).toBe(200)
    const first = await linkIn(2)
    expect((await send()).status).toBe(200)
    const second = await linkIn(3)
    expect(await opens(visitor)).toBe(200)
    const typed = { Password: 'Quiet-Meadow-47', Password2: 'Quiet-Meadow-47' }
    const there = portal.visitor()
    expect((await there.act('account.resetByLink', { token: first, ...typed })).status).toBe(409)
    const { body } = await there.act('account.resetByLink', { token: second, ...typed })
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/admin', replace: true })
    expect((await there.act('account.resetByLink', { token: second, ...typed })).status).toBe(409)
    expect(await opens(visitor)).toBe(401)
    const old = await portal.visitor().act('account.adminSignIn', { Username: login, Password: goodPassword })
    expect(old.body.code).toBe('signIn.invalid')
    const again = { login, password: typed.Password, action: 'account.adminSignIn' }
    expect(await opens(await portal.visitor().enter(again))).toBe(200)
    expect(JSON.stringify((await pageOf(owner, number)).body)).toContain('Link for a new password sent')
  })

  test('of somebody whose access has ended, or of the owner who sends it, gets no link; a link ends with the access', async ({
    portal,
    owner,
  }) => {
    const { number, person } = await newMember(portal, owner, { roles: ['owner'] })
    const { accountId: self } = await memberNamed(portal, 'practice.owner')
    expect((await owner.act('staff.sendPasswordLink', { member: self })).body.code).toBe('staff.self')
    await owner.act('staff.sendPasswordLink', { member: number })
    const { text } = await mailTo(portal, person.email, 2)
    await end(owner, number)
    expect((await owner.act('staff.sendPasswordLink', { member: number })).body.code).toBe('staff.ended')
    await owner.act('staff.restoreAccess', { member: number })
    const token = /new_password\/([\w-]{43})\s/.exec(text)?.[1] ?? ''
    const typed = { Password: 'Quiet-Meadow-47', Password2: 'Quiet-Meadow-47' }
    expect((await portal.visitor().act('account.resetByLink', { token, ...typed })).status).toBe(409)
  })
})

describe('a lost second factor', () => {
  test('is turned off by an owner, with a mail, and set up again at the next sign-in', async ({ portal, owner }) => {
    const { visitor, number, login, person } = await newMember(portal, owner, { roles: ['records'] })
    await appOf(portal, visitor)
    const rowOf = async () => (await staffRows(owner)).find(({ name }) => name?.endsWith(login))
    expect((await rowOf())?.last).toMatch(/ Password and app$/)
    await withSetting(portal, { name: 'Staff_Second_Factor', value: true }, async () => {
      const request = { member: number, reason: 'Phone lost, seen in person' }
      expect((await owner.act('staff.turnOffSecondFactor', request)).status).toBe(200)
      const mail = await mailTo(portal, person.email, 3)
      expect(mail.subject).toBe('Your second factor at Lakeside Dermatology was turned off')
      expect(mail.text).toContain(
        `Olivia Grant turned off the authenticator app and the passkeys of your account ${login}`,
      )
      expect(mail.text).toContain('set up an authenticator app or a passkey again')
      expect(mail.text).not.toContain('Phone lost')
      expect(await opens(visitor)).toBe(401)
      expect((await rowOf())?.last).toMatch(/ Password only$/)
      const left = await portal.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, number))
      expect(left).toEqual([])
      const again = portal.visitor()
      const { body } = await again.act('account.adminSignIn', { Username: login, Password: goodPassword })
      expect(body.effects.at(-1)).toMatchObject({ type: 'navigate', to: '/admin/account/authenticator' })
      expect(await opens(again)).toBe(403)
      const twice = await owner.act('staff.turnOffSecondFactor', request)
      expect([twice.status, twice.body.code]).toEqual([409, 'staff.noSecondFactor'])
    })
    expect(JSON.stringify((await pageOf(owner, number)).body)).toContain('Phone lost, seen in person')
  })

  test('of an owner is never turned off by themselves', async ({ portal, owner }) => {
    const self = await newMember(portal, owner, { roles: ['owner'] })
    const refused = await self.visitor.act('staff.turnOffSecondFactor', { member: self.number, reason: 'Mine' })
    expect(answer(refused)).toEqual([409, 'staff.self', expect.stringMatching(/^You cannot do this/)])
  })
})

describe.sequential('a lost database', bothEngines, () => {
  test('leaves an access as it was, or ended with its history', async ({ portal, owner }) => {
    const { number, visitor } = await newMember(portal, owner, { roles: ['records'] })
    const { db } = portal.database
    await dying.everyDeath(async (dies) => {
      await dies(() => end(owner, number))
      const [account] = await db.select().from(accounts).where(eq(accounts.id, number))
      const history = await db.select().from(staffChanges).where(eq(staffChanges.accountId, number))
      expect(history.map(({ what }) => what).includes('ended')).toBe(account?.disabledAt !== null)
      expect(await opens(visitor)).toBe(account?.disabledAt ? 401 : 200)
    })
    expect(await opens(visitor)).toBe(401)
  })
})
