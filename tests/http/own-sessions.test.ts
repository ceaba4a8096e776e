/** @module-tag database */
import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'

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

  test('can be ended everywhere else at once', async ({ portal }) => {
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
      'Authenticator app',
      'Where you are signed in',
    ])
    expect(JSON.stringify(body.blocks)).toContain('/admin/settings/Portal_Second_Factor')
    expect(await listFor(here)).toHaveLength(2)
    await here.act('account.endOtherSessions', {})
    const dashboard = '/ui/screens/admin/home/dashboard'
    expect([(await other.get(dashboard)).status, (await here.get(dashboard)).status]).toEqual([401, 200])
  })
})
