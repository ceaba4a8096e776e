import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { people } from '../../server/sandbox/seed/people.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import {
  accountRequest,
  askForCode,
  enterCode,
  getVerified,
  identityOf,
  locate,
  newestCode,
  peopleOf,
  refusedBy,
  dialogTextOf,
  signUpScreen,
  stepOf,
  type Somebody,
} from '../support/sign-up.ts'
import { blocksOf } from './crawl/crawl.ts'
import { bothEngines } from '../support/databases.ts'

const minute = 60_000
const unsentWords = 'The code could not be sent. Please try again in a few minutes.'
const overWords = 'This code no longer works. Please ask for a new one.'

/** `somebody` returns a new person at each call. */
const test = portalTest({}, { timeoutMs: 3000 }).extend('somebody', { scope: 'file' }, async ({ portal }) => {
  const crowd = await peopleOf(portal, 40)
  return (): Somebody => {
    const one = crowd.shift()
    if (!one) throw new Error('nobody is left')
    return one
  }
})

const wrongFor = (code: string) => code.replace(/.$/, (last) => String((Number(last) + 1) % 10))
const entryOf = async (visitor: Visitor) => {
  const { body } = await visitor.get(signUpScreen)
  const ids = (kind: string) => blocksOf(body, kind).map(({ id }) => id)
  return { forms: ids('form'), actions: ids('action'), countdowns: ids('countdown'), notices: ids('notice') }
}
const open = { forms: ['code'], actions: ['back'], countdowns: ['code-countdown'], notices: [] }
const closed = { forms: ['code-closed'], actions: ['resend', 'back'], countdowns: [], notices: ['code-over'] }

describe('a code', () => {
  test('may be typed with blanks and dashes', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one)
    const code = await newestCode(portal, one.email)
    expect((await enterCode(visitor, ` ${code.slice(0, 2)} - ${code.slice(2)} `)).status).toBe(200)
  })

  test.for([
    ['123', 'Please enter the 4 digits of the code.'],
    ['12 3', 'Please enter the 4 digits of the code.'],
    ['12345', 'Please enter the 4 digits of the code.'],
    ['12a4', 'A code has only digits.'],
    ['', 'Please enter the code.'],
  ] as const)('is not %j, which costs no try [1 §4.9 §5.14]', async ([typed, words], { portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one)
    expect(refusedBy(await enterCode(visitor, typed))).toEqual([[422, '/code', words]])
    expect((await enterCode(visitor, await newestCode(portal, one.email))).status).toBe(200)
  })

  test('that is wrong clears the field and says the tries left; after the fifth none counts [1 §4.10 §4.11]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one)
    const code = await newestCode(portal, one.email)
    expect(await entryOf(visitor)).toEqual(open)
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      const { status, body } = await enterCode(visitor, wrongFor(code))
      expect(status).toBe(422)
      const message = `The code is not right. You have ${left} left.`
      expect(body.errors).toMatchObject([{ pointer: '/code', code: 'verification.wrong', message, clear: true }])
    }
    const fifth = await enterCode(visitor, wrongFor(code))
    expect([fifth.status, fifth.body.detail, fifth.body.screen?.route]).toEqual([409, overWords, '/user/signup'])
    expect((await enterCode(visitor, code)).status).toBe(409)
    expect(await entryOf(visitor)).toEqual(closed)
    const again = await visitor.act('account.resendSignUpCode', {})
    expect(again.body.effects[1]).toEqual({ type: 'notify', tone: 'success', text: 'Code re-sent successfully!' })
    expect(await entryOf(visitor)).toEqual(open)
    expect((await enterCode(visitor, code)).status).toBe(422)
    expect((await enterCode(visitor, await newestCode(portal, one.email))).status).toBe(200)
  })

  test('counts for two minutes; then the entry is closed and another one can be sent [1 §4.7 §4.8 §9.1]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one)
    const [countdown] = blocksOf((await visitor.get(signUpScreen)).body, 'countdown')
    const left = Date.parse(String(countdown?.until)) - Date.now()
    expect(left).toBeGreaterThan(1.5 * minute)
    expect(left).toBeLessThanOrEqual(2 * minute)
    expect(countdown).toMatchObject({ announceAt: [60, 10], do: { action: 'account.signUpCodeEnded' } })
    const code = await newestCode(portal, one.email)
    await visitor.act('account.signUpCodeEnded', {})
    expect(await entryOf(visitor)).toEqual(open)
    portal.clock.aheadMs = 2 * minute - 3000 // the browser's clock is slightly ahead
    await visitor.act('account.signUpCodeEnded', {})
    expect(await entryOf(visitor)).toEqual(closed)
    expect((await enterCode(visitor, code)).status).toBe(409)
    expect((await visitor.act('account.resendSignUpCode', {})).status).toBe(200)
    portal.clock.aheadMs = 4 * minute
    expect((await enterCode(visitor, await newestCode(portal, one.email))).body.detail).toBe(overWords)
    expect(await entryOf(visitor)).toEqual(closed)
  })

  test('of another browser, or used before, is of no use', async ({ portal, somebody }) => {
    const [one, other] = [somebody(), somebody()]
    const [mine, theirs] = [portal.visitor(), portal.visitor()]
    await askForCode(mine, one)
    await askForCode(theirs, other)
    const [code, their] = [await newestCode(portal, one.email), await newestCode(portal, other.email)]
    if (code !== their) expect((await enterCode(mine, their)).status).toBe(422)
    expect((await enterCode(portal.visitor(), code)).status).toBe(409)
    expect((await enterCode(mine, code)).status).toBe(200)
    expect((await enterCode(mine, code)).status).toBe(409)
    expect(await stepOf(theirs)).toBe('Verification code')
  })

  test('is tried five times, also when fifty tries come at once', bothEngines, async ({ portal, somebody }) => {
    const visitor = portal.visitor()
    const one = somebody()
    await askForCode(visitor, one)
    const wrong = wrongFor(await newestCode(portal, one.email))
    const answers = await Promise.all(Array.from({ length: 50 }, () => enterCode(visitor, wrong)))
    expect(answers.every(({ status }) => status === 422 || status === 409)).toBe(true)
    expect(answers.filter(({ body }) => body.code === 'verification.wrong').length).toBeLessThanOrEqual(5)
    expect(await entryOf(visitor)).toEqual(closed)
  })

  test('is sent five times for a sign-up and six times an hour for a person', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one)
    for (let sent = 1; sent < 5; sent++) expect((await visitor.act('account.resendSignUpCode', {})).status).toBe(200)
    expect(refusedBy(await visitor.act('account.resendSignUpCode', {}))).toEqual([
      [429, '', 'We cannot send more codes now. Please start again or call the office.'],
    ])
    expect(await portal.outbox(one.email)).toHaveLength(5)
    const otherBrowser = portal.visitor()
    await locate(otherBrowser, one)
    expect(await otherBrowser.act('account.sendSignUpCode', { byEmail: true })).toMatchObject({
      status: 429,
      body: { code: 'request.tooMany' },
    })
  })
})

describe('a client that calls a step directly', () => {
  const calls = [
    ['account.sendSignUpCode', { byEmail: true }],
    ['account.resendSignUpCode', {}],
    ['account.signUpCodeEnded', {}],
    ['account.verifySignUpCode', { code: '1234' }],
    ['account.createAccount', accountRequest('sneaky.person')],
  ] as const

  test.for(calls)('%s without a sign-up is refused', async ([name, input], { portal }) => {
    const { status, body } = await portal.visitor().act(name, input)
    expect([status, body.detail, body.screen?.route]).toEqual([
      409,
      'That step is not open now. Please continue here.',
      '/user/signup',
    ])
  })

  test('creates no account before the code was verified', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await locate(visitor, one)
    expect((await visitor.act('account.createAccount', accountRequest('too.early'))).status).toBe(409)
    await visitor.act('account.sendSignUpCode', { byEmail: true })
    expect((await visitor.act('account.createAccount', accountRequest('too.early'))).status).toBe(409)
    expect(await stepOf(visitor)).toBe('Verification code')
    expect(await accountsCalled(portal, 'too.early')).toBe(0)
  })

  test('with the sign-up of another practice is refused', async ({ portal, somebody }) => {
    const visitor = portal.visitor()
    await getVerified(portal, visitor, somebody())
    const headers = { host: 'northgate.localhost' }
    expect((await visitor.act('account.createAccount', accountRequest('wrong.house'), { headers })).status).toBe(409)
  })
})

const accountsCalled = async ({ database }: Pick<RunningPortal, 'database'>, login: string): Promise<number> =>
  (await rowsOf(database.db, sql`select 1 from accounts where login_key = ${login}`)).length

describe('a sign-up', () => {
  test('is over after half an hour, which the first step says', async ({ portal, somebody }) => {
    const visitor = portal.visitor()
    await getVerified(portal, visitor, somebody())
    portal.clock.aheadMs = 31 * minute
    expect((await visitor.act('account.createAccount', accountRequest('too.late'))).status).toBe(409)
    const { body } = await visitor.get(signUpScreen)
    expect(blocksOf(body, 'notice')).toMatchObject([{ text: 'Too much time has passed. Please start again.' }])
    expect(await stepOf(visitor)).toBe('Locate patient records')
  })

  test('looks up one name five times in ten minutes from one address, whatever else is said of it', async ({
    portal,
  }) => {
    const stranger = portal.visitor()
    const answers = []
    for (let tries = 0; tries < 6; tries++) {
      const lastName = tries % 2 ? 'NOVAK' : 'Novak'
      const who = { ...people.ameliaNovak, lastName, dob: `1988-04-0${tries + 1}`, zip: `1002${tries}`, gender: 1 }
      answers.push(await stranger.act('account.locateRecord', identityOf(who)))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(answers[5]?.headers['retry-after']).toBeDefined()
    expect((await portal.visitor().act('account.locateRecord', identityOf(people.ameliaNovak))).status).toBe(200)
  })

  test('looks up twenty people from one address in ten minutes', async ({ portal }) => {
    const visitor = portal.visitor()
    const statuses = []
    for (let index = 0; index < 21; index++) {
      const who = { ...people.ameliaNovak, firstName: `Nobody${index}` }
      statuses.push((await visitor.act('account.locateRecord', identityOf(who))).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  })

  test('is noted with who it claimed to be, and where the code went without the address', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    await askForCode(portal.visitor(), one)
    const rows = await rowsOf<{ event: string; actor: string; to: string; status: string }>(
      portal.database.db,
      sql`select event, actor, transmit_to as "to", transmit_status as status from audit_log
        where actor = ${`${one.firstName} ${one.lastName}`} order by id`,
    )
    expect(rows).toEqual([
      { event: 'action:account.locateRecord', actor: expect.any(String), to: '', status: '' },
      {
        event: 'action:account.sendSignUpCode',
        actor: expect.any(String),
        to: `${one.email[0]}********@${one.email.split('@')[1]}`,
        status: 'sent',
      },
    ])
  })
})

describe('when others are down', () => {
  test.for([
    ['down', 503],
    ['hang', 504],
    ['nonsense', 502],
  ] as const)(
    'the record server: %s is said, and the lookup works later',
    async ([kind, status], { portal, somebody }) => {
      const visitor = portal.visitor()
      const one = somebody()
      await portal.fault({ kind })
      const answer = await visitor.act('account.locateRecord', identityOf(one))
      expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining('practice system') } })
      await portal.heal()
      await locate(visitor, one)
    },
  )

  test('the mail server: nothing is half done and the code can be sent later', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await locate(visitor, one)
    await portal.fault({ kind: 'down', path: 'smtp' })
    expect(refusedBy(await visitor.act('account.sendSignUpCode', { byEmail: true }))).toEqual([[503, '', unsentWords]])
    expect(await entryOf(visitor)).toMatchObject({ forms: ['choose'] })
    await portal.heal()
    expect((await visitor.act('account.sendSignUpCode', { byEmail: true })).status).toBe(200)
    expect((await enterCode(visitor, await newestCode(portal, one.email))).status).toBe(200)
  })

  test('one of two ways: the code counts, and the screen says where it did not go', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await portal.fault({ kind: 'down', path: 'smtp' })
    await askForCode(visitor, one, { byEmail: true, byPhone: true })
    const { body } = await visitor.get(signUpScreen)
    const masked = {
      email: `${one.email[0]}********@${one.email.split('@')[1]}`,
      phone: `(***) ***-${one.cellPhone.slice(-4)}`,
    }
    expect(blocksOf(body, 'notice')).toMatchObject([{ text: `The code could not be sent to ${masked.email}.` }])
    expect(blocksOf(body, 'text').map(({ text }) => text)).toContain(`We sent a code with 4 digits to ${masked.phone}.`)
    expect((await enterCode(visitor, await newestCode(portal, one.cellPhone))).status).toBe(200)
  })

  test('a code that cannot be sent again leaves the entry closed, with its button', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await askForCode(visitor, one)
    portal.clock.aheadMs = 2 * minute
    await portal.fault({ kind: 'down', path: 'smtp' })
    expect(refusedBy(await visitor.act('account.resendSignUpCode', {}))).toEqual([[503, '', unsentWords]])
    expect(await entryOf(visitor)).toEqual(closed)
  })

  test('a record that the practice has taken away gets no account [1 §8.12 §8.14] [2 §8.16]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    const visitor = portal.visitor()
    await getVerified(portal, visitor, one)
    for (const table of ['appointments', 'patient_insurances', 'patients'])
      await portal.records.db.execute(sql`delete from ${sql.identifier(table)} where patient_n = ${one.patientN}`)
    expect(refusedBy(await visitor.act('account.createAccount', accountRequest('gone.person')))).toEqual([
      [422, '', 'Account creation failed. Please try again later.'],
    ])
    expect(await accountsCalled(portal, 'gone.person')).toBe(0)
  })
})

test('a lookup that fails ends the sign-up that was begun before', async ({ portal, somebody }) => {
  const visitor = portal.visitor()
  await getVerified(portal, visitor, somebody())
  dialogTextOf(await visitor.act('account.locateRecord', identityOf(people.johnSmith)))
  expect((await visitor.act('account.createAccount', accountRequest('half.way'))).status).toBe(409)
})
