import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { rowsOf } from '../../server/db/rows.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import {
  accountRequest,
  getVerified,
  identityOf,
  password,
  peopleOf,
  refusedBy,
  dialogTextOf,
  stepOf,
  type Somebody,
} from '../support/sign-up.ts'
import { bothEngines } from '../support/databases.ts'

/** `somebody` returns a new person at each call; `verified` has reached the third step. */
const test = portalTest()
  .extend('somebody', { scope: 'file' }, async ({ portal }) => {
    const crowd = await peopleOf(portal, 30)
    return (): Somebody => {
      const one = crowd.shift()
      if (!one) throw new Error('nobody is left')
      return one
    }
  })
  .extend('verified', { scope: 'file' }, ({ portal, somebody }) => verifiedVisitor(portal, somebody()))

async function verifiedVisitor(portal: RunningPortal, one: Somebody): Promise<Visitor> {
  const visitor = portal.visitor()
  await getVerified(portal, visitor, one)
  return visitor
}

const create = (visitor: Visitor, request: object) => visitor.act('account.createAccount', request)
const accountsOf = ({ database }: Pick<RunningPortal, 'database'>, patientN: number) =>
  rowsOf<{ login: string; firstName: string; lastName: string }>(
    database.db,
    sql`select a.login, a.first_name as "firstName", a.last_name as "lastName" from accounts a
      join authorisations p on p.account_id = a.id where p.patient_id = ${String(patientN)} and p.relation = 'self'`,
  )

describe('the third step', () => {
  test('needs everything, and the terms and privacy box [1 §3.4 §5.4 §5.7]', async ({ verified }) => {
    expect(refusedBy(await create(verified, {}))).toEqual([
      [422, '/Login', 'Please choose a username.'],
      [422, '/PatientPassword', 'Please enter a password.'],
      [422, '/PatientPassword2', 'Please enter the password again.'],
      [422, '/Terms', 'Please read the terms and tick this box.'],
    ])
    expect(refusedBy(await create(verified, accountRequest('  ')))).toEqual([
      [422, '/Login', 'Please choose a username.'],
    ])
    expect(refusedBy(await create(verified, accountRequest('some.body', { Terms: false })))).toEqual([
      [422, '/Terms', 'Please read the terms and tick this box.'],
    ])
  })

  test.for(['abc', ' abcd', 'abcd ', 'ab\ncd', 'a\u0001bc', '\u00a0abcd', 'x'.repeat(101)])(
    'takes no username like %j',
    async (login, { verified }) => {
      expect(refusedBy(await create(verified, accountRequest(login)))).toEqual([
        [422, '/Login', 'Use 4 to 100 characters, without spaces at the start or end.'],
      ])
    },
  )

  const criteria = "Password doesn't match the criteria"
  test.for([
    ['Aa1!567', criteria],
    ['aa1!5678', criteria],
    ['AA1!5678', criteria],
    ['Aab!cdef', criteria],
    ['Aab1cdef', criteria],
    ['Aab1 cdef', criteria],
    ['Password1!', 'Many people use this password. Please choose another one.'],
    [`Aa1!${'x'.repeat(197)}`, 'Please enter at most 200 characters.'],
  ])('takes no password like %j [1 §5.5 §9.4]', async ([chosen, words], { verified }) => {
    const request = accountRequest('some.body', { PatientPassword: chosen, PatientPassword2: chosen })
    expect(refusedBy(await create(verified, request))[0]).toEqual([422, '/PatientPassword', words])
  })

  test('takes no password that was repeated otherwise [1 §5.6 §8.16]', async ({ verified }) => {
    const request = accountRequest('some.body', { PatientPassword2: `${password} ` })
    expect(refusedBy(await create(verified, request))).toEqual([
      [422, '/PatientPassword2', "Entered passwords doesn't match"],
    ])
  })

  test.for([
    ['of eight characters', 'Aa1!5678', 'four'],
    ['of 64 characters', `Aa1!${'ü'.repeat(60)}`, 'sixty-four'],
    ['of 200 characters', `Aa1!${'z'.repeat(196)}`, 'x'.repeat(100)],
    ['of other scripts, with blanks', ' Ünïcode 密码 ٤ Ω! ', 'Zoë 予約'],
  ] as const)(
    'takes a password %s, and one signs in with it [1 §5.5 §7.42] [2 §7.56]',
    async ([_what, chosen, login], { portal, somebody }) => {
      const one = somebody()
      const visitor = await verifiedVisitor(portal, one)
      const request = accountRequest(login, { PatientPassword: chosen, PatientPassword2: chosen })
      expect(await create(visitor, request)).toMatchObject({ status: 200 })
      await portal.visitor().enter({ login, password: chosen })
      expect(await accountsOf(portal, one.patientN)).toEqual([
        { login, firstName: one.firstName, lastName: one.lastName },
      ])
    },
  )

  test.for(['maria.alvarez', 'Maria.ALVAREZ', 'ｍaria.alvarez'])(
    'takes no username that there is already: %s; the sign-up goes on with another one [1 §7.43 §8.15] [2 §7.56 §8.17]',
    async (login, { portal, somebody }) => {
      const visitor = await verifiedVisitor(portal, somebody())
      const words = 'Username already exists. Please choose another one.'
      expect(refusedBy(await create(visitor, accountRequest(login)))).toEqual([[422, '/Login', words]])
      expect(await stepOf(visitor)).toBe('Secure sign up')
      const other = `free.${somebody().patientN}`
      expect((await create(visitor, accountRequest(other))).status).toBe(200)
      await visitor.enter({ login: other, password })
    },
  )

  test('says that there is an account when one was made meanwhile, and begins anew [1 §8.10]', async ({
    portal,
    somebody,
  }) => {
    const one = somebody()
    const [first, second] = [await verifiedVisitor(portal, one), await verifiedVisitor(portal, one)]
    expect((await create(first, accountRequest('first.come'))).status).toBe(200)
    expect(dialogTextOf(await create(second, accountRequest('second.come')), ['refresh', 'open'])).toContain(
      'Account already exists. Please try login.',
    )
    expect(await stepOf(second)).toBe('Locate patient records')
    expect(dialogTextOf(await second.act('account.locateRecord', identityOf(one)))).toContain('Account already exists.')
    expect(await accountsOf(portal, one.patientN)).toMatchObject([{ login: 'first.come' }])
  })
})

describe('many at once', bothEngines, () => {
  test('ten calls of one sign-up create one account, and the last step shows', async ({ portal, somebody }) => {
    const one = somebody()
    const visitor = await verifiedVisitor(portal, one)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create(visitor, accountRequest(`ten.${index}`))),
    )
    const sent = answers.filter(({ status, body }) => status === 200 && body.effects.length === 2)
    expect(sent).toHaveLength(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await accountsOf(portal, one.patientN)).toHaveLength(1)
    expect(await stepOf(visitor)).toBe('Create an Account')
  })

  test('four sign-ups for one record create one account', async ({ portal, somebody }) => {
    const one = somebody()
    const visitors = []
    for (let count = 0; count < 4; count++) visitors.push(await verifiedVisitor(portal, one))
    const answers = await Promise.all(
      visitors.map((visitor, index) => create(visitor, accountRequest(`same.person.${index}`))),
    )
    expect(answers.map(({ body }) => body.effects.map(({ type }) => type).join()).toSorted()).toEqual([
      'navigate,notify',
      'refresh,open',
      'refresh,open',
      'refresh,open',
    ])
    expect(await accountsOf(portal, one.patientN)).toHaveLength(1)
  })

  test('of two people who want one username, one gets it', async ({ portal, somebody }) => {
    const pair = [somebody(), somebody()] as const
    const visitors = [await verifiedVisitor(portal, pair[0]), await verifiedVisitor(portal, pair[1])]
    const answers = await Promise.all(visitors.map((visitor) => create(visitor, accountRequest('wanted.name'))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const loser = visitors[answers.findIndex(({ status }) => status === 422)]!
    expect((await create(loser, accountRequest('other.name'))).status).toBe(200)
  })
})

test('a sign-up puts nothing personal into an address', async ({ portal, somebody }) => {
  const one = somebody()
  const visitor = await verifiedVisitor(portal, one)
  const { body } = await create(visitor, accountRequest('no.address'))
  expect(JSON.stringify(body)).not.toMatch(/[?&]|no\.address/)
  expect((await visitor.get('/ui/screens/user/signup?firstName=x')).body.route).toBe('/user/signup')
})
