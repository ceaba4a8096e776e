/** @module-tag database */
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { accounts, auditLog, staffInvitations } from '../../server/db/schema.ts'
import { staffChanges } from '../../server/features/staff/schema.ts'
import { forgetStaffInvitations } from '../../server/features/staff/staff.feature.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { mailTo, sorted } from '../support/guardians.ts'
import { runNow } from '../support/jobs.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { chosen, enterAgain, invitedStaff, newMember, newStaff, staffRows, staffTokenTo } from '../support/staff.ts'
import { withSetting } from '../support/switches.ts'

const day = 24 * 3_600_000
const northgate = 'northgate.localhost'
const dashboard = '/ui/screens/admin/home/dashboard'
const over = /^This invitation has expired, was withdrawn, or was already accepted\./
const dying = dyingHandle()

const test = portalTest({ owner: 'practice.owner', lead: 'office.lead' }, { onStatement: dying.hear })

const open = (visitor: Visitor, token: string) => visitor.get(`/ui/screens/admin/invitation/${token}`)
const accept = (visitor: Visitor, token: string, differently: object = {}) =>
  visitor.act('account.acceptStaffInvitation', { token, Login: 'dana.lee', ...chosen, ...differently })

async function refusal(visitor: Visitor, request: object): Promise<unknown[]> {
  const { status, body } = await visitor.act('staff.invite', request)
  return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.message ?? body.detail]
}

const invitationsTo = (portal: RunningPortal, email: string) =>
  portal.database.db.select().from(staffInvitations).where(eq(staffInvitations.email, email))

describe('an invitation to the staff', () => {
  test('leads from the mail to an account with its roles, signed in', async ({ portal, owner }) => {
    const person = newStaff({ roles: ['settings', 'front desk'] })
    const { body } = await owner.act('staff.invite', person)
    expect(body.effects).toEqual([
      { type: 'navigate', to: '/admin/staff' },
      { type: 'notify', tone: 'success', text: `The invitation is on its way to ${person.email}.` },
    ])
    const mail = await mailTo(portal, person.email)
    expect(mail.text).toContain('Olivia Grant invites you to work in the patient portal of Lakeside Dermatology.')
    expect(mail.text).toMatch(/http:\/\/lakeside\.localhost(:\d+)?\/admin\/invitation\/[\w-]{43}\s/)
    const token = await staffTokenTo(portal, person.email)
    for (const _ of ['once', 'twice']) {
      const { status, body: screen } = await open(portal.visitor(), token)
      expect([status, screen.chrome, screen.title]).toEqual([200, 'plain', 'You are invited'])
      const shown = JSON.stringify(screen)
      expect(shown).toContain('Dana, you are invited to work in the patient portal of Lakeside Dermatology.')
      expect(shown).toContain(`"Login":"${person.email.split('@')[0]}"`)
      for (const hidden of [person.lastName, person.email, 'Olivia', 'authenticator'])
        expect(shown).not.toContain(hidden)
    }
    const visitor = portal.visitor()
    const accepted = await accept(visitor, token, { Login: 'Dana.First' })
    expect(accepted.body.effects).toMatchObject([
      { type: 'purge' },
      { type: 'refresh', what: 'shell' },
      { type: 'navigate', to: '/admin/home/dashboard' },
    ])
    const { body: shell } = await visitor.get('/ui/shell')
    const menu = shell.navigation.entries.map(({ label }) => label).toSorted()
    expect(menu).toEqual(['Dashboard', 'Find Patients', 'Open payments', 'Settings', 'To do'])
    const row = (await staffRows(owner)).find(({ email }) => email === person.email)
    expect(row).toMatchObject({
      name: expect.stringMatching(/ Dana\.First$/),
      roles: 'Front desk, Settings',
      state: 'Active',
    })
    expect(row?.last).toMatch(/^\d\d\/\d\d\/\d{4} \d.* Password only$/)
    expect(await invitationsTo(portal, person.email)).toEqual([])
    await enterAgain(portal, 'dana.first')
  })

  test('leads to the second factor where the practice wants one, and to nothing else before', async ({
    portal,
    owner,
  }) => {
    const { token } = await invitedStaff(portal, owner)
    await withSetting(portal, { name: 'Staff_Second_Factor', value: true }, async () => {
      expect(JSON.stringify((await open(portal.visitor(), token)).body)).toContain('you set up an authenticator app')
      const visitor = portal.visitor()
      const { body } = await accept(visitor, token, { Login: 'with.factor' })
      expect(body.effects.at(-1)).toMatchObject({ type: 'navigate', to: '/admin/account/authenticator' })
      const { status, body: refused } = await visitor.get(dashboard)
      expect([status, refused.code]).toEqual([403, 'access.unprotected'])
      expect((await visitor.get('/ui/screens/admin/account/authenticator')).status).toBe(200)
    })
  })

  test('works in its own practice only, and its token is kept as a hash', async ({ portal, owner, lead }) => {
    const { person, token } = await invitedStaff(portal, owner)
    expect((await open(portal.visitor(northgate), token)).status).toBe(404)
    expect((await accept(portal.visitor(northgate), token)).status).toBe(404)
    const [kept] = await invitationsTo(portal, person.email)
    expect(JSON.stringify(kept)).not.toContain(token)
    for (const act of ['staff.withdrawInvitation', 'staff.sendInvitationAgain'])
      expect((await lead.act(act, { invitation: kept?.tokenHash ?? '' })).body.code).toBe('staff.invitationGone')
    expect(await staffRows(lead)).toHaveLength(1)
    expect((await lead.act('staff.invite', { ...person })).status).toBe(200) // another practice, another person
    expect(await invitationsTo(portal, person.email)).toHaveLength(2)
  })

  test('that is used, unknown or no token is one clear screen', async ({ portal, owner }) => {
    const { token } = await invitedStaff(portal, owner)
    expect((await accept(portal.visitor(), token, { Login: 'used.link' })).status).toBe(200)
    for (const link of [token, 'x'.repeat(43), 'short', '%00', encodeURIComponent("' or 1=1 --")]) {
      const { status, body } = await open(portal.visitor(), link)
      expect([status, body.screen?.title, body.screen?.chrome]).toEqual([404, 'This invitation has ended', 'plain'])
    }
    const again = await accept(portal.visitor(), token, { Login: 'used.twice' })
    expect([again.status, over.test(again.body.detail)]).toEqual([404, true])
    expect((await accept(portal.visitor(), 'short')).status).toBe(422)
  })

  test('accepted many times at once makes one account', async ({ portal, owner }) => {
    const { person, token } = await invitedStaff(portal, owner)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((each) => accept(portal.visitor(), token, { Login: `many.${each}` })),
    )
    expect(sorted(answers)).toEqual([200, 404, 404, 404])
    expect((await staffRows(owner)).filter(({ email }) => email === person.email)).toHaveLength(1)
  })

  test('ends after seven days, says so in the list, and can be sent again', async ({ portal, owner }) => {
    const { person, token } = await invitedStaff(portal, owner)
    portal.clock.aheadMs += 7 * day + 1000
    const awake = await portal.signIn('practice.owner')
    expect((await open(portal.visitor(), token)).status).toBe(404)
    expect((await accept(portal.visitor(), token)).status).toBe(404)
    const rowOf = async () => (await staffRows(awake)).find(({ email }) => email === person.email)
    const row = await rowOf()
    expect(row?.state).toMatch(/^Expired on /)
    const invitation = row?.id?.replace('invited-', '')
    expect((await awake.act('staff.sendInvitationAgain', { invitation })).status).toBe(200)
    expect((await rowOf())?.state).toMatch(/^Invited until /)
    expect(
      (await accept(portal.visitor(), await staffTokenTo(portal, person.email, 2), { Login: 'late.one' })).status,
    ).toBe(200)
  })

  test('that nobody accepted is deleted a month after its end', async ({ portal, owner }) => {
    const { person } = await invitedStaff(portal, owner)
    portal.clock.aheadMs += 36 * day
    await runNow(portal, forgetStaffInvitations)
    expect(await invitationsTo(portal, person.email)).toHaveLength(1)
    portal.clock.aheadMs += 2 * day
    await runNow(portal, forgetStaffInvitations)
    expect(await invitationsTo(portal, person.email)).toEqual([])
  })

  test('sent again ends its earlier link; withdrawn, it ends at once', async ({ portal, owner }) => {
    const { person, token } = await invitedStaff(portal, owner)
    const numberOf = async () => (await invitationsTo(portal, person.email))[0]?.tokenHash ?? ''
    const first = await numberOf()
    expect((await owner.act('staff.sendInvitationAgain', { invitation: first })).status).toBe(200)
    expect((await open(portal.visitor(), token)).status).toBe(404)
    const second = await staffTokenTo(portal, person.email, 2)
    expect((await open(portal.visitor(), second)).status).toBe(200)
    expect((await owner.act('staff.sendInvitationAgain', { invitation: first })).body.code).toBe('staff.invitationGone')
    const invitation = await numberOf()
    const withdraw = await owner.act('staff.withdrawInvitation', { invitation })
    expect(withdraw.body.effects).toContainEqual(expect.objectContaining({ type: 'notify', tone: 'success' }))
    expect((await open(portal.visitor(), second)).status).toBe(404)
    const twice = await owner.act('staff.withdrawInvitation', { invitation })
    expect([twice.status, twice.body.detail]).toEqual([404, 'This invitation has since been accepted or withdrawn.'])
  })

  test('of two owners to one person is one, and of somebody who works here none', async ({ portal, owner }) => {
    const second = (await newMember(portal, owner, { roles: ['owner'] })).visitor
    const person = newStaff()
    const other = { ...person, email: person.email.toUpperCase(), roles: ['records'] }
    const answers = await Promise.all([owner.act('staff.invite', person), second.act('staff.invite', other)])
    expect(sorted(answers)).toEqual([200, 422])
    const kept = await portal.database.db.select().from(staffInvitations)
    expect(kept.filter(({ emailKey }) => emailKey === person.email)).toHaveLength(1)
    expect(await refusal(owner, person)).toEqual([
      422,
      '/email',
      'This person is already invited. You can send the invitation again or withdraw it in the list.',
    ])
    expect(await refusal(owner, newStaff({ email: 'Calls.Desk@lakeside.example.com' }))).toEqual([
      422,
      '/email',
      'Carla Diaz already works here with this email address.',
    ])
  })

  test('of somebody whose access has ended says whom to restore', async ({ portal, owner }) => {
    const { number, person } = await newMember(portal, owner, { roles: ['records'] })
    expect((await owner.act('staff.endAccess', { member: number, reason: 'Moved away' })).status).toBe(200)
    const name = `Dana ${person.lastName}`
    expect(await refusal(owner, person)).toEqual([
      422,
      '/email',
      `This is the address of ${name}, whose access has ended. Open the page of ${name} to restore it.`,
    ])
  })

  test.for([
    [{ firstName: ' ' }, '/firstName', 'Enter the first name.'],
    [{ lastName: '' }, '/lastName', 'Enter the last name.'],
    [{ firstName: 'Dana\nBcc: x@y.z' }, '/firstName', 'Enter the first name.'],
    [{ email: 'dana' }, '/email', 'Enter an email address, for example name@example.com.'],
    [{ email: 'a@b.c, d@e.f' }, '/email', 'Enter an email address, for example name@example.com.'],
    [{ roles: [] }, '/roles', 'Choose at least one role.'],
  ] as const)('is refused with words for %j', async ([differently, pointer, words], { owner }) => {
    expect(await refusal(owner, newStaff(differently))).toEqual([422, pointer, words])
  })

  test('with roles that do not exist, or one twice, is refused', async ({ owner }) => {
    for (const roles of [['king'], ['owner', 'owner'], 'owner', [1]])
      expect((await owner.act('staff.invite', newStaff({ roles }))).status).toBe(422)
  })

  test.for([
    [{ Login: 'abc' }, '/Login', 'Please choose a user name of 4 to 100 characters.'],
    [{ Login: '' }, '/Login', 'Please choose a user name of 4 to 100 characters.'],
    [{ Login: 'CALLS.desk' }, '/Login', 'Someone else uses this user name. Please choose another one.'],
    [{ Password: 'short', Password2: 'short' }, '/Password', "Password doesn't match the criteria"],
    [{ Password2: 'Other-River-58' }, '/Password2', "Entered passwords doesn't match"],
  ] as const)('is not accepted with %j, and stays', async ([differently, pointer, words], { portal, owner }) => {
    const { token } = await invitedStaff(portal, owner)
    const { status, body } = await accept(portal.visitor(), token, differently)
    expect([status, body.errors[0]?.pointer, body.errors[0]?.message]).toEqual([422, pointer, words])
    expect((await open(portal.visitor(), token)).status).toBe(200)
  })

  test('ends when the owner who sent it is one no longer', async ({ portal, owner }) => {
    const ended = await newMember(portal, owner, { roles: ['owner'] })
    const lowered = await newMember(portal, owner, { roles: ['owner'] })
    const tokens = [
      (await invitedStaff(portal, ended.visitor)).token,
      (await invitedStaff(portal, lowered.visitor)).token,
    ]
    await owner.act('staff.endAccess', { member: ended.number, reason: 'Left' })
    await owner.act('staff.changeRoles', { member: lowered.number, seen: ['owner'], roles: ['records'] })
    for (const token of tokens) expect((await open(portal.visitor(), token)).status).toBe(404)
  })

  test('is audited with a masked address, and no typed text', async ({ portal, owner }) => {
    const { person, token } = await invitedStaff(portal, owner)
    await accept(portal.visitor(), token, { Login: 'audited.one' })
    const rows = await portal.database.db.select().from(auditLog).where(eq(auditLog.outcome, 'ok')).orderBy(auditLog.id)
    const sent = rows.findLast(({ event }) => event === 'action:staff.invite')
    expect(sent).toMatchObject({ actor: 'practice.owner', actorKind: 'admin', transmitStatus: 'on its way' })
    expect(JSON.stringify(sent)).not.toContain(person.email)
    const entered = rows.findLast(({ event }) => event === 'action:account.acceptStaffInvitation')
    expect(entered).toMatchObject({ actor: 'audited.one', actorKind: 'admin' })
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('and its acceptance show on an open list of owners at once', async ({ portal, owner }) => {
    const { body } = await owner.get('/ui/screens/admin/staff')
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, body.topics ?? [], { cookie })
    const heard = () => page.heard.splice(0).flatMap(({ topics }) => topics)
    const { token } = await invitedStaff(portal, owner)
    await page.caughtUp()
    expect(heard()).toContain('admins:lakeside/staff')
    await accept(portal.visitor(), token, { Login: 'heard.one' })
    await page.caughtUp()
    expect(heard()).toContain('admins:lakeside/staff')
  })
})

describe.sequential('a lost database', () => {
  test('leaves an invitation with its mail, or neither', async ({ portal, owner }) => {
    const person = newStaff()
    await dying.everyDeath(async (dies) => {
      const { status } = await dies(() => owner.act('staff.invite', person))
      const kept = await invitationsTo(portal, person.email)
      if (status >= 500) expect(kept.length).toBeLessThanOrEqual(1)
      else expect([status, kept.length]).toEqual([kept.length === 1 && status === 422 ? 422 : 200, 1])
    })
    await expect.poll(async () => (await portal.outbox(person.email)).length).toBe(1)
  })

  test('leaves an invitation or an account, never both and never none', async ({ portal, owner }) => {
    const { person, token } = await invitedStaff(portal, owner)
    await dying.everyDeath(async (dies) => {
      const { status } = await dies(() => accept(portal.visitor(), token, { Login: 'dying.one' }))
      const made = await portal.database.db.select().from(accounts).where(eq(accounts.email, person.email))
      expect(made.length + (await invitationsTo(portal, person.email)).length).toBe(1)
      const joined = await portal.database.db
        .select()
        .from(staffChanges)
        .where(eq(staffChanges.accountId, made[0]?.id ?? 0))
      expect(joined.length).toBe(made.length)
      expect([200, 404, 500, 503]).toContain(status)
    })
    await enterAgain(portal, 'dying.one')
  })
})
