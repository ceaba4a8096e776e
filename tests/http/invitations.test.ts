import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { invitations } from '../../server/features/guardians/schema.ts'
import type { Rule } from '../../server/protocol/trace.ts'
import {
  goodPassword,
  guardianId,
  mailTo,
  newGuardian,
  newInvitation,
  practices,
  rowsOf,
  sorted,
  tokenTo,
} from '../support/guardians.ts'
import { guests, type Guard } from '../../server/protocol/guard.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const day = 24 * 3_600_000
const northgate = 'northgate.localhost'
const dashboard = '/ui/screens/user/home/dashboard'
const over = /^This invitation has expired, was withdrawn, or was already accepted\./

/** `maria` signs in again for each test. */
const test = portalTest().extend('maria', ({ portal }) => portal.signIn('maria.alvarez'))

test.beforeAll(async ({ portal }) => {
  for (const { practice } of practices)
    await setSetting(portal, { licenseeId: practice, name: 'Guardian_Invitations', value: true })
})

async function invited(portal: RunningPortal, visitor: Visitor, differently: object = {}) {
  const request = newInvitation(differently)
  const { status } = await visitor.act('account.inviteGuardian', request)
  expect(status).toBe(200)
  return { request, token: await tokenTo(portal, request.Auth_Login) }
}

const open = (visitor: Visitor, token: string) => visitor.get(`/ui/screens/user/invitation/${token}`)
const typed = { Password: goodPassword, Password2: goodPassword }

async function accepted(
  portal: RunningPortal,
  visitor: Visitor,
  { differently = {}, host }: { differently?: object; host?: string } = {},
) {
  const { request, token } = await invited(portal, visitor, differently)
  const guardian = portal.visitor(host)
  expect((await guardian.act('account.acceptInvitation', { token, ...typed })).status).toBe(200)
  return { request, token, guardian }
}

async function refusal(visitor: Visitor, request: object): Promise<unknown[]> {
  const { status, body } = await visitor.act('account.inviteGuardian', request)
  return [status, body.errors[0]?.pointer, body.errors[0]?.message]
}

describe('an invitation', () => {
  test.for(practices)('to $practice leads from the mail into the account of the patient', async (each, { portal }) => {
    const host = `${each.practice}.localhost`
    const patient = await portal.signIn(each.login)
    const request = newInvitation()
    const answer = await patient.act('account.inviteGuardian', request)
    expect(answer.body.effects).toEqual([
      { type: 'refresh', what: 'screen' },
      { type: 'notify', tone: 'success', text: `The invitation is on its way to ${request.Auth_Login}.` },
    ])
    const mail = await mailTo(portal, request.Auth_Login)
    expect(mail.text).toContain(each.name)
    expect(mail.text).toMatch(new RegExp(`http://${each.practice}\\.localhost(:\\d+)?/user/invitation/[\\w-]{43}\\s`))
    const token = await tokenTo(portal, request.Auth_Login)
    const { status, body } = await open(portal.visitor(host), token)
    expect([status, body.chrome, body.title]).toEqual([200, 'plain', 'You are invited'])
    const shown = JSON.stringify(body)
    expect(shown).toContain(`${each.patient.firstName} invites you to use their account at ${each.name}.`)
    for (const hidden of [each.patient.lastName, each.patient.emrid, request.Auth_LastName, request.Auth_Login])
      expect(shown).not.toContain(hidden)
    const guardian = portal.visitor(host)
    const entered = await guardian.act('account.acceptInvitation', { token, ...typed })
    expect(entered.body.effects).toMatchObject([
      { type: 'purge' },
      { type: 'refresh', what: 'shell' },
      { type: 'navigate', to: '/user/home/dashboard' },
    ])
    const { body: page } = await guardian.get(dashboard)
    expect(JSON.stringify(page.blocks)).toContain(`guardian of ${each.patient.firstName} ${each.patient.lastName}`)
    expect(await rowsOf(patient, 'invitation-table')).toEqual([])
    expect(await guardianId(patient, request.Auth_Login)).toBeGreaterThan(0)
    await portal.visitor(host).enter({ login: request.Auth_Login, password: goodPassword, guardian: true })
  })

  test('works in its own practice only, and its token is kept as a hash', async ({ portal, maria }) => {
    const { token } = await invited(portal, maria)
    expect((await open(portal.visitor('northgate.localhost'), token)).status).toBe(404)
    const there = portal.visitor('northgate.localhost')
    expect((await there.act('account.acceptInvitation', { token, ...typed })).status).toBe(404)
    const kept = JSON.stringify(await portal.database.db.select().from(invitations))
    expect(kept).not.toContain(token)
    expect((await open(portal.visitor(), token)).status).toBe(200)
  })

  test('that is used, unknown or no token is one clear screen', async ({ portal, maria }) => {
    const { token } = await accepted(portal, maria)
    for (const link of [token, 'x'.repeat(43), 'short', '%00', encodeURIComponent("' or 1=1 --")]) {
      const { status, body } = await open(portal.visitor(), link)
      expect([status, body.screen?.title, body.screen?.chrome]).toEqual([404, 'This invitation has ended', 'plain'])
      expect(body.detail).toMatch(over)
    }
    const again = await portal.visitor().act('account.acceptInvitation', { token, ...typed })
    expect([again.status, over.test(again.body.detail)]).toEqual([404, true])
    expect((await portal.visitor().act('account.acceptInvitation', { token: 'short', ...typed })).status).toBe(422)
  })

  test('accepted many times at once makes one account', bothEngines, async ({ portal, maria }) => {
    const { request, token } = await invited(portal, maria)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => portal.visitor().act('account.acceptInvitation', { token, ...typed })),
    )
    expect(sorted(answers)).toEqual([200, 404, 404, 404])
    const rows = await rowsOf(maria, 'guardian-table')
    expect(rows.filter(({ login }) => login === request.Auth_Login)).toHaveLength(1)
  })

  test('ends after seven days, stays listed, and can be sent again with a new link', async ({ portal, maria }) => {
    const { request, token } = await invited(portal, maria)
    portal.clock.aheadMs = 7 * day - 60_000
    expect((await open(portal.visitor(), token)).status).toBe(200)
    portal.clock.aheadMs = 7 * day + 60_000
    expect((await open(portal.visitor(), token)).status).toBe(404)
    expect((await portal.visitor().act('account.acceptInvitation', { token, ...typed })).status).toBe(404)
    const later = await portal.signIn('maria.alvarez')
    const row = (await rowsOf(later, 'invitation-table')).find(({ email }) => email === request.Auth_Login)
    expect(row?.state).toBe('Ended')
    const invitation = row?.id.slice(2)
    expect((await later.act('account.sendInvitationAgain', { invitation })).status).toBe(200)
    const renewed = await tokenTo(portal, request.Auth_Login, 2)
    expect(renewed).not.toBe(token)
    expect([(await open(portal.visitor(), token)).status, (await open(portal.visitor(), renewed)).status]).toEqual([
      404, 200,
    ])
    expect((await later.act('account.sendInvitationAgain', { invitation })).body.detail).toBe(
      'This invitation has since been accepted or withdrawn.',
    )
  })

  test('that is withdrawn works no longer, and only the own one can be', async ({ portal, maria }) => {
    const { request, token } = await invited(portal, maria)
    const row = (await rowsOf(maria, 'invitation-table')).find(({ email }) => email === request.Auth_Login)
    const invitation = row?.id.slice(2)
    const others = [await portal.signIn('new.patient'), await portal.signIn('ben.carter')]
    for (const other of others) {
      expect((await other.act('account.withdrawInvitation', { invitation })).status).toBe(404)
      expect((await other.act('account.sendInvitationAgain', { invitation })).status).toBe(404)
    }
    expect((await open(portal.visitor(), token)).status).toBe(200)
    expect((await maria.act('account.withdrawInvitation', { invitation })).status).toBe(200)
    expect((await open(portal.visitor(), token)).status).toBe(404)
    expect((await maria.act('account.withdrawInvitation', { invitation })).status).toBe(404)
  })

  test('of a patient whose account is disabled is over', async ({ portal }) => {
    const [someone] = await portal.crowd(1)
    const { token } = await invited(portal, someone!)
    await portal.database.db.execute(sql`update accounts set disabled_at = now() where login = 'crowd.1101'`)
    expect((await open(portal.visitor(), token)).status).toBe(404)
    expect((await portal.visitor().act('account.acceptInvitation', { token, ...typed })).status).toBe(404)
  })

  test('is accepted with a good password only', async ({ portal, maria }) => {
    const { token } = await invited(portal, maria)
    const accept = async (password: object) => {
      const { status, body } = await portal.visitor().act('account.acceptInvitation', { token, ...typed, ...password })
      return [status, body.errors[0]?.pointer, body.errors[0]?.message]
    }
    expect(await accept({ Password: 'short' })).toEqual([422, '/Password', "Password doesn't match the criteria"])
    expect(await accept({ Password2: 'Other-River-58' })).toEqual([
      422,
      '/Password2',
      "Entered passwords doesn't match",
    ])
    expect((await accept({ Password: 'Password1!', Password2: 'Password1!' }))[2]).toMatch(
      /Many people use this password/,
    )
    expect((await open(portal.visitor(), token)).status).toBe(200)
  })
})

describe('who has an account here already', () => {
  test('signs in with its password to accept, and acts for the new patient', async ({ portal, maria }) => {
    const { request } = await accepted(portal, maria)
    const nora = await portal.signIn('new.patient')
    const { Auth_Login } = request
    expect((await nora.act('account.inviteGuardian', request)).status).toBe(200)
    const token = await tokenTo(portal, Auth_Login, 2)
    expect(JSON.stringify((await open(portal.visitor(), token)).body)).toContain('Sign in and accept')
    const guardian = portal.visitor()
    const wrong = await guardian.act('account.joinInvitation', { token, Password: 'Wrong-River-58' })
    expect([wrong.status, wrong.body.detail]).toEqual([
      422,
      'Invalid credentials. Please enter a valid username and password.',
    ])
    const anew = await guardian.act('account.acceptInvitation', { token, ...typed })
    expect([anew.status, anew.body.detail]).toEqual([
      409,
      'You already have an account here. Please open the link again and sign in with its password.',
    ])
    expect((await guardian.act('account.joinInvitation', { token, Password: goodPassword })).status).toBe(200)
    expect(JSON.stringify((await guardian.get(dashboard)).body)).toContain('guardian of Nora Quinn')
    const labels = (await guardian.get('/ui/shell')).body.account?.entries.map(({ label }) => label)
    expect(labels).toContain('Switch patient')
    expect((await open(portal.visitor(), token)).status).toBe(404)
  })

  test('is not let past a second factor', async ({ portal, maria }) => {
    const { request } = await accepted(portal, maria)
    const nora = await portal.signIn('new.patient')
    await nora.act('account.inviteGuardian', request)
    const token = await tokenTo(portal, request.Auth_Login, 2)
    await portal.database.db.execute(
      sql`update accounts set totp_secret = 'sealed', totp_last_step = 0 where login = ${request.Auth_Login}`,
    )
    const guardian = portal.visitor()
    const { body } = await guardian.act('account.joinInvitation', { token, Password: goodPassword })
    expect(body.effects).toMatchObject([{ type: 'navigate', to: '/user/login/code' }])
    expect((await guardian.get(dashboard)).status).toBe(401)
  })

  test('cannot be guessed at without end', async ({ portal, maria }) => {
    const { request } = await accepted(portal, maria)
    const nora = await portal.signIn('new.patient')
    await nora.act('account.inviteGuardian', request)
    const token = await tokenTo(portal, request.Auth_Login, 2)
    const statuses = []
    for (let index = 0; index < 11; index++) {
      const Password = `Wrong-River-${index}`
      statuses.push((await portal.visitor().act('account.joinInvitation', { token, Password })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })
})

describe('inviting', () => {
  test('refuses what could not be accepted', async ({ portal, maria }) => {
    const { request } = await invited(portal, maria)
    expect(await refusal(maria, request)).toEqual([
      422,
      '/Auth_Login',
      'You already invited this person. You can send the invitation again or withdraw it.',
    ])
    const { request: known } = await accepted(portal, maria)
    expect((await refusal(maria, known))[2]).toBe('This person can already use your account.')
    expect((await refusal(maria, { ...known, Auth_LastName: 'Other' }))[2]).toBe(
      'Username already exists. Please choose another one.',
    )
    expect((await refusal(maria, newInvitation({ scope: [] })))[2]).toBe('Please choose at least one feature.')
    expect((await refusal(maria, newInvitation({ scope: [8] })))[0]).toBe(422)
    expect((await refusal(maria, newInvitation({ until: 'soon' })))[2]).toBe(
      'Please enter the last day as month/day/year.',
    )
    expect((await refusal(maria, newInvitation({ until: '2020-01-01' })))[2]).toBe('Date should not be in past')
    expect((await refusal(maria, newInvitation({ Auth_Login: 'grace' })))[2]).toBe('Please enter a valid email id')
  })

  test('is possible where patients may choose the password too, and the only way where they may not', async ({
    portal,
    maria,
  }) => {
    await setSetting(portal, { name: 'Guardian_Invitations', value: false })
    await invited(portal, await portal.signIn('new.patient'))
    await setSetting(portal, { name: 'Guardian_Invitations', value: true })
    expect((await maria.act('account.addGuardian', newGuardian())).status).toBe(409)
  })

  test('leads to the configured address, whatever Host header and setting name', async ({ portal, maria }) => {
    await setSetting(portal, { name: 'portal_domain', value: 'portal.evil.example:8443' })
    const invitation = newInvitation()
    const headers = { host: 'LAKESIDE.localhost.:6666' }
    expect((await maria.act('account.inviteGuardian', invitation, { headers })).status).toBe(200)
    await setSetting(portal, { name: 'portal_domain', value: 'lakeside.localhost' })
    expect((await mailTo(portal, invitation.Auth_Login)).text).toContain(
      `http://lakeside.localhost:${portal.port}/user/invitation/`,
    )
  })
})

describe('what a guardian may use', () => {
  /** The definitions of features that have none of the rules `open`. */
  const closed = <D extends { offered?: Rule; guard: Guard }>(all: Iterable<D>, open: ReadonlySet<Rule>): D[] =>
    [...all].filter(({ offered, guard }) => offered !== undefined && !open.has(offered) && guard.name !== guests.name)

  test('is what the patient ticked: no card, no link, no screen, no act of another part', async ({ portal, maria }) => {
    const all = portal.portal
    const { guardian } = await accepted(portal, maria, { differently: { scope: [2] } })
    const { body } = await guardian.get(dashboard)
    expect(JSON.stringify(body.blocks)).not.toContain('/user/home/appointments')
    const { body: shell } = await guardian.get('/ui/shell')
    expect(JSON.stringify(shell.navigation)).not.toContain('/user/home/appointments')
    const inScope = new Set(
      ['messages.open', 'simpleMail.send', 'secureMail.send', 'directMail.send', 'mail.retry'].flatMap(
        (name) => all.actions.get(name)?.offered ?? [],
      ),
    )
    expect((await guardian.get('/ui/screens/user/home/Messages')).status).toBe(200)
    const screens = closed(all.screens, inScope).map(({ route }) => route)
    expect(screens).toContain('/user/home/appointments')
    for (const route of screens) {
      const { status, body: problem } = await guardian.get(`/ui/screens${route.replaceAll(/:\w+/g, '1')}`)
      expect([route, status, problem.code]).toEqual([route, 403, 'route.off'])
    }
    for (const { name } of closed(all.regions.values(), inScope))
      expect([name, (await guardian.get(`/ui/regions/${name}`)).status]).toEqual([name, 403])
    for (const { name } of closed(all.actions.values(), inScope))
      expect([name, (await guardian.act(name, {})).status]).toEqual([name, 403])
  })

  test('stays open within the scope, also after signing in anew', async ({ portal, maria }) => {
    const { request } = await accepted(portal, maria, { differently: { scope: [1] } })
    const guardian = await portal.visitor().enter({ login: request.Auth_Login, password: goodPassword, guardian: true })
    expect((await guardian.get('/ui/screens/user/home/appointments')).status).toBe(200)
    const row = (await rowsOf(maria, 'guardian-table')).find(({ login }) => login === request.Auth_Login)
    expect(row?.scope).toBe('Appointments')
  })

  test('ends with the last day in the zone of the practice, in the middle of a session', async ({ portal }) => {
    const noon = Date.parse('2031-03-10T18:00:00Z')
    portal.clock.aheadMs = noon - Date.now()
    const patient = await portal.signIn('ben.carter')
    const { request, guardian } = await accepted(portal, patient, {
      differently: { until: '2031-03-10' },
      host: northgate,
    })
    expect((await guardian.get(dashboard)).status).toBe(200)
    const midnight = Date.parse('2031-03-11T06:00:00Z') // Denver, summer time
    for (let at = noon; at < midnight - 60_000; at += 600_000) {
      portal.clock.aheadMs = at - Date.now()
      expect((await guardian.get(dashboard)).status).toBe(200)
    }
    portal.clock.aheadMs = midnight + 1000 - Date.now()
    expect((await guardian.get(dashboard)).status).toBe(401)
    const again = { Username: request.Auth_Login, Password: goodPassword, IsGuardian: true }
    expect((await portal.visitor(northgate).act('account.signIn', again)).status).toBe(422)
    const later = await portal.signIn('ben.carter')
    const row = (await rowsOf(later, 'guardian-table')).find(({ login }) => login === request.Auth_Login)
    expect(row?.until).toBe('03/10/2031')
    expect((await later.act('account.inviteGuardian', request)).status).toBe(422) // `until` has passed
    const { until: _over, ...anew } = request as typeof request & { until?: string }
    expect((await later.act('account.inviteGuardian', anew)).status).toBe(200)
  })
})
