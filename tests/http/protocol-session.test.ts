import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { waitText } from '../../server/protocol/time-words.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { protocolTest, northgate, signIn, visit, type ProtocolPortal, type Visitor } from './protocol-portal.ts'
import { bothEngines } from '../support/databases.ts'

/** The patient has just signed in. */
const test = protocolTest().extend('visitor', ({ protocol }) => signIn(protocol, 'maria.alvarez'))
const limitedTest = protocolTest({}, { limited: true })

const dashboard = '/ui/screens/user/home/dashboard'
const credentials = { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' }
const opens = async (visitor: Visitor, headers?: Record<string, string>) =>
  (await visitor.get(dashboard, headers)).statusCode

/** Another person's browser with a stolen cookie. */
function thief(protocol: ProtocolPortal, cookie: string | undefined, host?: string): Visitor {
  return Object.assign(visit(protocol, host ? { host } : {}), { cookie })
}

describe('signing in', () => {
  test('opens a session whose cookie no script can read [1 §1.3 §3.1 §4.14 §4.16 §7.40] [2 §3.1 §5.50 §6.22 §7.51]', async ({
    protocol,
  }) => {
    const visitor = visit(protocol)
    const answer = await visitor.act('account.signIn', credentials)
    expect(answer.json()).toEqual({
      effects: [
        { type: 'purge' },
        { type: 'refresh', what: 'shell' },
        { type: 'navigate', to: '/user/home/dashboard', replace: true },
      ],
    })
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: 'portal_device', httpOnly: true, sameSite: 'Lax', path: '/' }),
      expect.objectContaining({ name: 'portal_session', httpOnly: true, sameSite: 'Lax', path: '/' }),
    ])
    expect(await opens(visitor)).toBe(200)
  })

  test('gives the session a new id, so that one fixed beforehand is worth nothing', async ({ protocol }) => {
    const visitor = await signIn(protocol, 'maria.alvarez')
    const before = visitor.cookie
    await visitor.act('account.signIn', { Username: 'new.patient', Password: 'Morning-Bridge-26' })
    expect(visitor.cookie).toBeDefined()
    expect(visitor.cookie).not.toBe(before)
    expect(await opens(thief(protocol, before))).toBe(401)
    expect((await visitor.get(dashboard)).body).toContain('Nora')
  })

  test('takes no id that a visitor made up', async ({ protocol }) => {
    for (const cookie of [
      'portal_session=made-up',
      'portal_session=made-up.signature',
      'portal_session=',
      `portal_session=${'x'.repeat(3000)}`,
    ]) {
      expect(await opens(thief(protocol, cookie))).toBe(401)
    }
  })

  test('says the same for a name that nobody has and for a wrong password [1 §4.15 §8.5] [2 §7.50 §8.12]', async ({
    protocol,
  }) => {
    const unknown = await visit(protocol).act('account.signIn', { ...credentials, Username: 'nobody.at.all' })
    const wrong = await visit(protocol).act('account.signIn', { ...credentials, Password: 'Wrong-Harbor-42' })
    const otherPractice = await visit(protocol, { host: northgate }).act('account.signIn', credentials)
    const admin = await visit(protocol).act('account.signIn', { Username: 'front.desk', Password: 'Practice-Keys-88' })
    const problems = [unknown, wrong, otherPractice, admin].map((answer) => ({
      ...answer.json<object>(),
      instance: '',
    }))
    expect(problems[0]).toMatchObject({
      status: 422,
      code: 'signIn.invalid',
      detail: 'Invalid credentials. Please enter a valid username and password.',
    })
    expect(problems.slice(1)).toEqual([problems[0], problems[0], problems[0]])
    expect([unknown, wrong, otherPractice, admin].flatMap(({ cookies }) => cookies)).toEqual([])
  })

  test('asks for what is missing with the words of its fields [1 §5.10]', async ({ protocol }) => {
    const { errors } = (await visit(protocol).act('account.signIn', { Username: '' })).json<{ errors: object[] }>()
    expect(errors).toEqual([
      expect.objectContaining({ pointer: '/Password', message: 'Please enter your password.' }),
      expect.objectContaining({ pointer: '/Username', message: 'Please enter your username.' }),
    ])
  })

  test.for([
    ['/user/home/appointments?tab=past', '/user/home/appointments?tab=past'],
    ['https://evil.example/user/home', '/user/home/dashboard'],
    ['//evil.example/user/', '/user/home/dashboard'],
    ['/\\evil.example/user/', '/user/home/dashboard'],
    ['/user/\\..\\..\\/evil.example', '/user/home/dashboard'],
    ['/user/../admin/settings', '/user/home/dashboard'],
    ['/user/%2e%2e/admin/settings', '/user/home/dashboard'],
    ['javascript:alert(1)', '/user/home/dashboard'],
    ['/user/login?next=/user/login', '/user/home/dashboard'],
  ])('leads after next=%s to %s', async ([next, to], { protocol }) => {
    const answer = await visit(protocol).act('account.signIn', { ...credentials, next })
    expect(answer.json()).toMatchObject({ effects: [{}, {}, { type: 'navigate', to }] })
  })
})

describe('a session', () => {
  test('ends at sign-out for everyone who has its cookie [1 §2.31]', async ({ protocol }) => {
    const visitor = await signIn(protocol, 'maria.alvarez')
    const before = visitor.cookie
    expect(await opens(thief(protocol, before))).toBe(200)
    const answer = await visitor.act('account.signOut', {})
    expect(answer.json()).toMatchObject({
      effects: [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to: '/' }],
    })
    expect(answer.cookies).toMatchObject([{ name: 'portal_session', value: '', path: '/' }])
    expect(await opens(visitor)).toBe(401)
    expect(await opens(thief(protocol, before))).toBe(401)
  })

  test('leaves nothing in the browser at sign-out but the mark by which it is known', async ({ protocol }) => {
    const visitor = await signIn(protocol, 'g.alvarez@example.com')
    const [begun] = (await visitor.act('account.switch', {})).cookies
    expect(begun).toMatchObject({ name: 'portal_flow_chooser', httpOnly: true })
    const chooser = sql`select 1 from flows where purpose = 'chooser'`
    expect(await rowsOf(protocol.database.db, chooser)).toHaveLength(1)
    const cookie = `${visitor.cookie}; portal_flow_chooser=${begun?.value}; portal_flow_signInName=x; portal_device=y`
    const answer = await visitor.act('account.signOut', {}, { headers: { cookie } })
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
    const cleared = answer.cookies.filter(({ value }) => value === '').map(({ name }) => name)
    expect(cleared.toSorted()).toEqual(['portal_flow_chooser', 'portal_flow_signInName', 'portal_session'])
    expect(answer.cookies).toHaveLength(cleared.length)
    expect(await rowsOf(protocol.database.db, chooser)).toEqual([])
  })

  test('that has ended by itself leaves as little', async ({ protocol, visitor }) => {
    protocol.clock.now = new Date(protocol.clock.now.getTime() + 700_000)
    const cookie = `${visitor.cookie}; portal_flow_signInName=x`
    const answer = await visitor.act('account.signOut', { to: '/user/login' }, { headers: { cookie } })
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(answer.cookies).toMatchObject([{ name: 'portal_flow_signInName', value: '' }])
  })

  test('that has ended takes no cookie away: the browser may have that of the next one by then', async ({
    protocol,
  }) => {
    const visitor = await signIn(protocol, 'maria.alvarez')
    const late = thief(protocol, visitor.cookie)
    await visitor.act('account.signOut', {})
    const answer = await late.get(dashboard)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined])
  })

  test('is not ended by a post of another site', async ({ protocol }) => {
    const visitor = await signIn(protocol, 'maria.alvarez')
    const answer = await visitor.act('account.signOut', {}, { headers: { origin: 'https://evil.example' } })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
    expect(answer.headers['clear-site-data']).toBeUndefined()
    expect(await opens(visitor)).toBe(200)
  })

  test('counts at its own practice only', async ({ protocol }) => {
    const { cookie } = await signIn(protocol, 'maria.alvarez')
    expect(await opens(thief(protocol, cookie, northgate))).toBe(401)
    expect((await thief(protocol, cookie, northgate).act('protocol.count', { by: 1 })).statusCode).toBe(401)
    const admin = await signIn(protocol, 'front.desk')
    expect((await admin.get('/ui/screens/admin/home/dashboard')).statusCode).toBe(200)
    expect((await thief(protocol, admin.cookie, northgate).get('/ui/screens/admin/home/dashboard')).statusCode).toBe(
      401,
    )
  })

  test('of one practice cannot be signed out from the other', async ({ protocol }) => {
    const { cookie } = await signIn(protocol, 'maria.alvarez')
    await thief(protocol, cookie, northgate).act('account.signOut', {})
    expect(await opens(thief(protocol, cookie))).toBe(200)
  })

  test('is kept hashed: who reads the table cannot sign in with it', async ({ protocol }) => {
    const { cookie = '' } = await signIn(protocol, 'maria.alvarez')
    const id = decodeURIComponent(cookie).replace('portal_session=', '').split('.')[0] ?? ''
    expect(id.length).toBeGreaterThan(20)
    const rows = await protocol.database.db.execute('select * from sessions')
    expect(JSON.stringify(rows)).toContain('maria.alvarez')
    expect(JSON.stringify(rows)).not.toContain(id)
  })
})

describe('an idle session', () => {
  const later = ({ clock }: ProtocolPortal, seconds: number) =>
    void (clock.now = new Date(clock.now.getTime() + seconds * 1000))

  test('ends ten minutes and twenty seconds after the last thing that a person did [1 §4.24 §9.5] [2 §4.49 §9.14]', async ({
    protocol,
    visitor,
  }) => {
    later(protocol, 619)
    expect(await opens(visitor)).toBe(200)
    later(protocol, 619)
    expect(await opens(visitor)).toBe(200)
    later(protocol, 621)
    expect(await opens(visitor)).toBe(401)
  })

  test('is not kept alive by what runs in the background', async ({ protocol, visitor }) => {
    later(protocol, 300)
    expect(await opens(visitor, { 'x-background': '1' })).toBe(200)
    later(protocol, 300)
    expect(await opens(visitor, { 'x-background': '1' })).toBe(200)
    later(protocol, 21)
    expect(await opens(visitor)).toBe(401)
  })

  test('is kept by the question whether somebody is still there, but not once it has ended', async ({
    protocol,
    visitor,
  }) => {
    later(protocol, 580)
    expect((await visitor.act('account.stay', {})).json()).toEqual({ effects: [{ type: 'close' }] })
    later(protocol, 580)
    expect(await opens(visitor)).toBe(200)
    later(protocol, 700)
    expect((await visitor.act('account.stay', {})).statusCode).toBe(401)
  })

  test('ends after twelve hours however busy somebody was', async ({ protocol, visitor }) => {
    for (let minutes = 0; minutes < 720; minutes += 8) {
      expect(await opens(visitor)).toBe(200)
      later(protocol, 480)
    }
    later(protocol, 1)
    expect(await opens(visitor)).toBe(401)
  })
})

describe('the tries to sign in', bothEngines, () => {
  const test = limitedTest
  const wrong = (visitor: Visitor, Username: string, more = {}) =>
    visitor.act('account.signIn', { Username, Password: 'Wrong-Harbor-42', ...more })

  test('of one name from one address are limited, and say when to come back', async ({ protocol }) => {
    const answers = []
    for (let tries = 0; tries < 11; tries++)
      answers.push(await wrong(visit(protocol, { address: '10.1.0.1' }), tries % 2 ? ' Ben.Carter' : 'ben.carter'))
    expect(answers.slice(0, 10).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 422))
    expect(answers[10]?.statusCode).toBe(429)
    const wait = Number(answers[10]?.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(answers[10]?.json()).toMatchObject({
      code: 'request.tooMany',
      retryAfterSeconds: wait,
      detail: `Too many tries. Please wait ${waitText(wait)} and try again.`,
    })
  })

  test('of one name count together, whatever else is sent along', async ({ protocol }) => {
    const inputs = [{}, { IsGuardian: true }, { IsGuardian: false }, { next: '/user/home/dashboard' }]
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        wrong(visit(protocol, { address: `10.3.0.${index}` }), 'new.patient', inputs[index % inputs.length]),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(12)
  })

  test('of one name count together in every spelling that finds the account', async ({ protocol }) => {
    const spellings = ['maria.alvarez', ' Maria.Alvarez ', 'MARIA.ALVAREZ', 'ｍaria.alvarez', 'maria．alvarez']
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        wrong(visit(protocol, { address: `10.4.0.${index}` }), spellings[index % spellings.length] ?? ''),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(12)
  })

  test('of one address are limited, whatever the names', async ({ protocol }) => {
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, index) => wrong(visit(protocol, { address: '10.2.0.1' }), `name.${index}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    expect((await wrong(visit(protocol, { address: '10.2.0.2' }), 'another')).statusCode).toBe(422)
  })
})
