import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest()

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
}

async function signInWith(visitor: Visitor, agent: string, password = 'Morning-Bridge-26'): Promise<Visitor> {
  const input = { Username: 'new.patient', Password: password }
  const { status } = await visitor.act('account.signIn', input, { headers: { 'user-agent': agent } })
  expect(status).toBe(200)
  return visitor
}

interface Row {
  id: string
  cells: { browser: { text: string; help?: string }; active: { text: string } }
  actions: { do: { input: { session: string } } }[]
}

async function listFor(visitor: Visitor): Promise<Row[]> {
  const { status, body } = await visitor.get('/ui/regions/account.sessions')
  expect(status).toBe(200)
  return (body.blocks[0] as unknown as { rows: Row[] }).rows
}

const opens = async (visitor: Visitor) => (await visitor.get('/ui/screens/user/home/dashboard')).status

describe('the list of open sessions', () => {
  test('names each browser, marks this one, and lets a person end another', async ({ portal }) => {
    const here = await signInWith(portal.visitor(), agents.chrome)
    const phone = await signInWith(portal.visitor(), agents.phone)
    const rows = await listFor(here)
    expect(rows.map(({ cells }) => [cells.browser.text, cells.browser.help, cells.active.text])).toEqual([
      ['Chrome on Windows', expect.stringMatching(/^This browser\. Signed in .+ from [\d.]+$/), 'Active now'],
      ['Safari on iPhone', expect.stringMatching(/^Signed in .+ from [\d.]+$/), expect.stringMatching(/^Active /)],
    ])
    expect(rows[0]?.actions).toEqual([])
    const { status } = await here.act('account.endSession', rows[1]?.actions[0]?.do.input ?? {})
    expect([status, await opens(phone), await opens(here)]).toEqual([200, 401, 200])
    expect(await listFor(here)).toHaveLength(1)
  })

  test('shows and ends nobody else’s', async ({ portal }) => {
    const here = await signInWith(portal.visitor(), agents.chrome)
    const other = await portal.visitor().signIn('maria.alvarez')
    const [foreign] = await listFor(other)
    const session = foreign?.id.slice(2)
    expect((await listFor(here)).some(({ id }) => id === foreign?.id)).toBe(false)
    const { status, body } = await here.act('account.endSession', { session })
    expect([status, body.detail]).toEqual([404, 'This session has ended already.'])
    expect(await opens(other)).toBe(200)
  })

  test('can be ended everywhere else at once', bothEngines, async ({ portal }) => {
    const here = await signInWith(portal.visitor(), agents.chrome)
    const others = [await signInWith(portal.visitor(), agents.phone), await signInWith(portal.visitor(), agents.phone)]
    expect((await here.act('account.endOtherSessions', {})).status).toBe(200)
    expect(await Promise.all(others.map((other) => opens(other)))).toEqual([401, 401])
    expect(await opens(here)).toBe(200)
  })
})

describe('changing the password', () => {
  const change = (visitor: Visitor, input: object) =>
    visitor.act('account.changePassword', {
      CurrentPassword: 'Morning-Bridge-26',
      NewPassword: 'Evening-Bridge-27',
      ConfirmPassword: 'Evening-Bridge-27',
      ...input,
    })

  test('says what is missing or wrong in the words of the specification [2 §5.37 §8.20]', async ({ portal }) => {
    const visitor = await signInWith(portal.visitor(), agents.chrome)
    const messages = async (input: object) => (await change(visitor, input)).body.errors.map(({ message }) => message)
    expect(await messages({ CurrentPassword: '' })).toEqual(['Please enter the current Password'])
    expect(await messages({ NewPassword: '' })).toEqual(['Please enter the New Password'])
    expect(await messages({ ConfirmPassword: '' })).toEqual(['Please enter the Confirm Password'])
    const weak = 'evening-bridge'
    expect(await messages({ NewPassword: weak, ConfirmPassword: weak })).toEqual([
      'Password does not match the criteria',
    ])
    expect(await messages({ ConfirmPassword: 'Evening-Bridge-28' })).toEqual(['Entered Passwords does not match'])
    expect(await messages({ CurrentPassword: 'Wrong-Bridge-26' })).toEqual(['Entered Current Password is not valid.'])
    const common = 'Password1!'
    expect(await messages({ NewPassword: common, ConfirmPassword: common })).toEqual([
      'Many people use this password. Please choose another one.',
    ])
    expect(await opens(visitor)).toBe(200)
  })

  test('ends every session, this one too, and only the new password opens the account [2 §1.17 §2.133 §7.44 §8.21 §8.34]', async ({
    portal,
  }) => {
    const here = await signInWith(portal.visitor(), agents.chrome)
    const otherBrowser = await signInWith(portal.visitor(), agents.phone)
    const { status, body } = await change(here, {})
    expect([status, ...body.effects.slice(-2)]).toEqual([
      200,
      { type: 'navigate', to: '/user/login', replace: true },
      { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
    ])
    expect([await opens(here), await opens(otherBrowser)]).toEqual([401, 401])
    const old = await portal.visitor().act('account.signIn', { Username: 'new.patient', Password: 'Morning-Bridge-26' })
    expect(old.body.code).toBe('signIn.invalid')
    await signInWith(portal.visitor(), agents.chrome, 'Evening-Bridge-27')
  })

  test('is tried ten times at most', async ({ portal }) => {
    const visitor = await signInWith(portal.visitor(), agents.chrome, 'Evening-Bridge-27')
    const answers = []
    for (let tries = 0; tries < 20; tries++)
      answers.push((await change(visitor, { CurrentPassword: `Wrong-${tries}` })).status)
    expect(answers.filter((status) => status === 422).length).toBeLessThanOrEqual(10)
    expect(answers.at(-1)).toBe(429)
  })

  test('has a section of the account settings, and a page with its heading and three fields [2 §2.18 §2.131 §2.132]', async ({
    portal,
  }) => {
    const maria = await portal.signIn('maria.alvarez')
    const { body: account } = await maria.get<Screen>('/ui/screens/user/home/Settings')
    expect(account.blocks[0]).toMatchObject({ text: 'Account settings' })
    const [section] = blocksOf(account.blocks, 'section')
    expect(section?.title).toBe('Change Password')
    expect(blocksOf(account.blocks, 'form')).toEqual([])
    expect(JSON.stringify(section)).toContain('"/user/home/Settings/password"')
    const { body } = await maria.get<Screen>('/ui/screens/user/home/Settings/password')
    expect([body.blocks[0], body.back]).toMatchObject([
      { text: 'Settings - Change Password' },
      { label: 'Account settings', to: '/user/home/Settings' },
    ])
    const [form] = blocksOf(body.blocks, 'form')
    expect(form?.fields.map(({ name }) => name)).toEqual(['CurrentPassword', 'NewPassword', 'ConfirmPassword'])
  })

  test('is titled with the login for a guardian [2 §2.134]', async ({ portal }) => {
    const guardian = await portal.visitor().signIn('g.alvarez@example.com')
    const { body } = await guardian.get('/ui/screens/user/home/Settings/password')
    expect(JSON.stringify(body.blocks[0])).toContain('Settings - Change Password - g.alvarez@example.com')
  })
})

describe('the account of an administrator', () => {
  test('names it, leads to the setting of authenticator apps, and ends its other sessions', async ({ portal }) => {
    const [here, other] = [await portal.signIn('front.desk'), await portal.signIn('front.desk')]
    const { body } = await here.get<Screen>('/ui/screens/admin/account')
    const [facts] = blocksOf(body.blocks, 'facts')
    expect(facts?.facts.map(({ value }) => value)).toEqual(['Front Desk', 'front.desk'])
    expect(blocksOf(body.blocks, 'section').map(({ title }) => title)).toEqual([
      undefined,
      'Change Password',
      'Authenticator app',
      'Where you are signed in',
    ])
    expect(JSON.stringify(body.blocks)).toContain('/admin/settings/Portal_Second_Factor')
    expect(await listFor(here)).toHaveLength(2)
    await here.act('account.endOtherSessions', {})
    const dashboard = '/ui/screens/admin/home/dashboard'
    expect([(await other.get(dashboard)).status, (await here.get(dashboard)).status]).toEqual([401, 200])
  })

  const page = '/ui/screens/admin/account/password'
  const input = {
    CurrentPassword: 'Practice-Keys-88',
    NewPassword: 'Counter-Lamps-41',
    ConfirmPassword: 'Counter-Lamps-41',
  }
  const dashboard = async (visitor: Visitor) => (await visitor.get('/ui/screens/admin/home/dashboard')).status
  const signInAdmin = (visitor: Visitor, Password: string) =>
    visitor.act('account.adminSignIn', { Username: 'front.desk', Password })

  test('has a page for the password, which is nobody else’s, as that of patients is not theirs [2 §4.56]', async ({
    portal,
  }) => {
    const admin = await portal.signIn('front.desk')
    const { body } = await admin.get<Screen>(page)
    expect([body.blocks[0], body.back]).toMatchObject([
      { text: 'Change Password' },
      { label: 'Your account', to: '/admin/account' },
    ])
    const [form] = blocksOf(body.blocks, 'form')
    expect(form?.fields.map(({ name }) => name)).toEqual(['CurrentPassword', 'NewPassword', 'ConfirmPassword'])
    const maria = await portal.signIn('maria.alvarez')
    expect((await maria.get(page)).status).toBe(403)
    expect((await portal.visitor().get(page)).status).toBe(401)
    expect((await admin.get('/ui/screens/user/home/Settings/password')).status).toBe(403)
    expect((await portal.visitor().act('account.changePassword', input)).status).toBe(401)
  })

  test('gets a new password once, which ends all its sessions and tells its owner by mail', async ({ portal }) => {
    const [here, other] = [await portal.signIn('front.desk'), await portal.signIn('front.desk')]
    const wrong = await here.act('account.changePassword', { ...input, CurrentPassword: 'Sunny-Harbor-42' })
    expect([wrong.status, wrong.body.detail]).toEqual([422, 'Entered Current Password is not valid.'])
    const kept = { NewPassword: input.CurrentPassword, ConfirmPassword: input.CurrentPassword }
    const same = await here.act('account.changePassword', { ...input, ...kept })
    expect([same.status, same.body.errors?.[0]]).toMatchObject([
      422,
      { pointer: '/NewPassword', message: 'This is the password that you have now. Please choose another one.' },
    ])
    expect([await dashboard(here), await dashboard(other)]).toEqual([200, 200])
    const { status, body } = await here.act('account.changePassword', input)
    expect([status, ...body.effects.slice(-2)]).toEqual([
      200,
      { type: 'navigate', to: '/admin', replace: true },
      { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
    ])
    expect([await dashboard(here), await dashboard(other)]).toEqual([401, 401])
    for (const visitor of [here, other]) expect((await visitor.act('account.changePassword', input)).status).toBe(401)
    const changed = /The password was changed for the account front.desk/
    await messageTo(portal, 'front.desk@lakeside.example.com', changed)
    expect((await signInAdmin(portal.visitor(), 'Practice-Keys-88')).body.code).toBe('signIn.invalid')
    const again = portal.visitor()
    expect((await signInAdmin(again, 'Counter-Lamps-41')).status).toBe(200)
    expect(await dashboard(again)).toBe(200)
  })

  test('counts wrong passwords in all its sessions together', async ({ portal }) => {
    const sessions = [portal.visitor(), portal.visitor()] as const
    for (const session of sessions) await signInAdmin(session, 'Counter-Lamps-41')
    const statuses = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await sessions[tries % 2]!.act('account.changePassword', input)).status)
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses.slice(-2)).toEqual([429, 429])
  })
})
