import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { flows, sessions } from '../../server/db/schema.ts'
import { dayOf } from '../../server/protocol/time-words.ts'
import { findAccount } from '../../server/identity/account.store.ts'
import { makeAccount } from '../../server/identity/make-account.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { messageTo } from '../support/message-to.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { errorsIn, makeAccountFor, reset } from '../support/recovery.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest()

const dashboard = '/ui/screens/user/home/dashboard'
const opens = async (visitor: Visitor) => (await visitor.get(dashboard)).status
const password = 'Copper-Lantern-37'
const changed = 'Marble-Thicket-64'
let made = 0

/** A guardian of Maria Alvarez and Nora Kim; named after the test. */
async function newGuardian(
  { database }: Pick<RunningPortal, 'database'>,
  { mustReset = false } = {},
): Promise<{ login: string; id: number }> {
  made += 1
  const login = `attacked.${made}@example.com`
  const patients = [
    { id: '1001', emrId: 'LSD-1001', firstName: 'Maria', lastName: 'Alvarez', relation: 'Other' },
    { id: '1002', emrId: 'LSD-1002', firstName: 'Nora', lastName: 'Kim', relation: 'Other' },
  ]
  const account = { licenseeId: 'lakeside', kind: 'guardian', login, password, mustReset } as const
  const isMade = await makeAccount(
    { db: database.db, passwords: testPasswords },
    { ...account, firstName: 'Gale', lastName: `Keeper ${made}`, patients },
  )
  expect(isMade).toBe(true)
  const row = await findAccount(database.db, account)
  return { login, id: row?.id ?? 0 }
}

const enter = (visitor: Visitor, login: string) => visitor.enter({ login, password, guardian: true, patient: '1001' })

/** Runs a function and restores the rows that it deleted, as a concurrent request does that finishes later. */
async function lateAgain<T extends typeof sessions | typeof flows>(
  { database: { db } }: Pick<RunningPortal, 'database'>,
  table: T,
  run: () => Promise<unknown>,
): Promise<void> {
  const before = await db.select().from(table as typeof flows)
  await run()
  await db
    .insert(table as typeof flows)
    .values(before)
    .onConflictDoNothing()
}

async function changePassword(visitor: Visitor): Promise<void> {
  const input = { CurrentPassword: password, NewPassword: changed, ConfirmPassword: changed }
  expect((await visitor.act('account.changePassword', input)).status).toBe(200)
}

describe('a sign-in that is on its way while everything of an account ends', () => {
  test('brings no session that outlives the password', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const [owner, thief] = [await enter(portal.visitor(), login), await enter(portal.visitor(), login)]
    await lateAgain(portal, sessions, () => changePassword(owner))
    expect(await opens(thief)).toBe(401)
  })

  test('cannot choose a patient once the password is another', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const owner = await enter(portal.visitor(), login)
    const thief = portal.visitor()
    await thief.act('account.signIn', { Username: login, Password: password, IsGuardian: true })
    await lateAgain(portal, flows, () => changePassword(owner))
    const { status, body } = await thief.act('account.choose', { patient: '1001' })
    expect([status, body.code]).toEqual([409, 'signIn.again'])
  })

  test('brings no second grant to set a password, and none keeps the old one', async ({ portal }) => {
    const { login } = await newGuardian(portal, { mustReset: true })
    const [owner, thief] = [portal.visitor(), portal.visitor()]
    for (const visitor of [owner, thief])
      await visitor.act('account.signIn', { Username: login, Password: password, IsGuardian: true })
    expect(errorsIn(await reset(owner, password))).toEqual([422, [['/Password', expect.stringContaining('have now')]]])
    await lateAgain(portal, flows, async () => expect((await reset(owner, changed)).status).toBe(200))
    expect((await reset(thief, 'Hollow-Meadow-18')).body.code).toBe('reset.over')
  })

  test('brings no session for a patient who has removed the guardian', async ({ portal }) => {
    const { login, id } = await newGuardian(portal)
    const guardian = await enter(portal.visitor(), login)
    const maria = await portal.signIn('maria.alvarez')
    await lateAgain(portal, sessions, async () =>
      expect((await maria.act('account.removeGuardian', { guardian: id })).status).toBe(200),
    )
    expect(await opens(guardian)).toBe(401)
    expect(await opens(await portal.visitor().enter({ login, password, guardian: true }))).toBe(200) // for the other patient
  })

  test('brings no session for an account that is disabled', async ({ portal }) => {
    const { login, id } = await newGuardian(portal)
    const guardian = await enter(portal.visitor(), login)
    await portal.database.db.execute(sql`update accounts set disabled_at = now() where id = ${id}`)
    expect(await opens(guardian)).toBe(401)
  })
})

describe('going from one patient to another', () => {
  test('is over with the session in which it was asked for', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const guardian = await enter(portal.visitor(), login)
    expect((await guardian.act('account.switch', {})).status).toBe(200)
    await guardian.act('account.signOut', {})
    const { status, body } = await guardian.act('account.choose', { patient: '1002' })
    expect([status, body.code, await opens(guardian)]).toEqual([409, 'signIn.again', 401])
  })

  test('leaves an act of one patient with that patient, whatever key the next one bears', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const guardian = await enter(portal.visitor(), login)
    const key = 'one-key-for-two-patients'
    expect((await guardian.act('forms.open', { name: 'A form', template: 'of nobody' }, { key })).status).toBe(404)
    await guardian.act('account.switch', {})
    await guardian.act('account.choose', { patient: '1002' })
    const { body } = await guardian.act('forms.open', { name: 'Another form', template: 'of nobody' }, { key })
    expect(body.code).toBe('forms.unknown') // run again: not refused as another input under the same key
  })
})

test('whom the right password has left to choose a patient has ten minutes', async ({ portal }) => {
  const { login } = await newGuardian(portal)
  const visitor = portal.visitor()
  await visitor.act('account.signIn', { Username: login, Password: password, IsGuardian: true })
  portal.clock.aheadMs = 11 * 60_000
  expect((await visitor.act('account.choose', { patient: '1001' })).body.code).toBe('signIn.again')
})

describe('a guardian who was given some parts only', () => {
  test('has no forms, neither on the dashboard nor by asking for them directly', async ({ portal }) => {
    const { login, id } = await newGuardian(portal)
    await portal.database.db.execute(sql`update authorisations set scope = '[5]' where account_id = ${id}`)
    const guardian = await enter(portal.visitor(), login)
    expect(JSON.stringify((await guardian.get('/ui/regions/home.toDo')).body)).not.toContain('Forms')
    const answers = [
      await guardian.get('/ui/screens/user/home/Forms'),
      await guardian.get('/ui/regions/forms.list'),
      await guardian.act('forms.open', { name: 'Medical history', template: 'medical-history' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'access.denied']))
  })
})

describe('a guardian who says that nobody asked for what they open', () => {
  const shows = async ({ portal }: Pick<RunningPortal, 'portal'>, maria: Visitor, guardian: string) => {
    const today = dayOf(portal.now(), 'America/New_York')
    const { body } = await maria.get(`/ui/screens/user/home/ActivityLog?from=${today}&to=${today}&size=50`)
    const table = body.blocks.find(({ kind }) => kind === 'table')
    const rows = table?.kind === 'table' ? table.rows : []
    return rows.filter(({ cells }) => cells.user?.text === guardian).map(({ cells }) => cells.page?.text)
  }

  test('is in the activity log all the same, once', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const guardian = await enter(portal.visitor(), login)
    const maria = await portal.signIn('maria.alvarez')
    const before = await shows(portal, maria, login)
    const inBackground = { 'x-background': '1' }
    for (let times = 0; times < 3; times++)
      expect((await guardian.get('/ui/screens/user/home/Settings', inBackground)).status).toBe(200)
    expect((await shows(portal, maria, login)).length).toBe(before.length + 1)
  })
})

describe('a browser in which an identity was proven', bothEngines, () => {
  const wrong = (login: string) => ({ Username: login, Password: 'Wrong-Harbor-42', IsGuardian: true })

  async function exhaust(portal: Pick<RunningPortal, 'visitor'>, login: string): Promise<void> {
    const strangers = Array.from({ length: 20 }, () => portal.visitor())
    const answers = await Promise.all(strangers.map((stranger) => stranger.act('account.signIn', wrong(login))))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(422))
    expect((await portal.visitor().act('account.signIn', wrong(login))).status).toBe(429)
  }

  test('is known to its own practice only', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const account = { licenseeId: 'northgate', kind: 'guardian', login, password } as const
    const patients = [{ id: '2001', emrId: 'NGF-2001', firstName: 'Ben', lastName: 'Carter', relation: 'Other' }]
    await makeAccount(
      { db: portal.database.db, passwords: testPasswords },
      { ...account, firstName: 'Gale', lastName: 'Keeper', patients },
    )
    const thief = await portal.visitor('northgate.localhost').enter({ login, password, guardian: true })
    await exhaust(portal, login)
    const headers = { host: 'lakeside.localhost' }
    expect((await thief.act('account.signIn', wrong(login), { headers })).status).toBe(429)
  })

  test('gives no unlimited tries, from however many addresses its mark is sent', async ({ portal }) => {
    const { login } = await newGuardian(portal)
    const browser = await enter(portal.visitor(), login)
    const from = (address: string) =>
      browser.act('account.signIn', wrong(login), { headers: { 'x-forwarded-for': address } })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => from(`203.0.113.${index + 1}`)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(30)
  })
})

describe('a message with a link', () => {
  const amelia = people.ameliaNovak
  const ask = (visitor: Visitor, headers: Record<string, string>) =>
    visitor.act(
      'account.forgotUsername',
      {
        PatientFirstName: amelia.firstName,
        PatientLastName: amelia.lastName,
        PatientDOB: amelia.dob,
        PatientEmail: amelia.email,
      },
      { headers },
    )

  test('leads to the practice, whatever the sender of the request says it is called', async ({ portal }) => {
    await makeAccountFor(portal, amelia, { login: 'amelia.attacked', password })
    const answers = [
      await ask(portal.visitor(), { 'x-forwarded-host': 'evil.example' }),
      await ask(portal.visitor(), { host: 'evil.example' }),
      await ask(portal.visitor(), { host: 'lakeside.localhost@evil.example' }),
      await ask(portal.visitor(), { host: 'evil.example:80#lakeside.localhost' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([421, 421, 421, 421])
    expect(await portal.outbox(amelia.email)).toEqual([])
    expect((await ask(portal.visitor(), { 'x-forwarded-host': 'northgate.localhost' })).status).toBe(404) // not a patient there
    expect(
      (await ask(portal.visitor(), { forwarded: 'host=evil.example', 'x-forwarded-proto': 'javascript' })).status,
    ).toBe(200)
    const { text } = await messageTo(portal, amelia.email, /username/)
    expect(text.match(/\S+:\/\/\S+/g)).toEqual([`http://lakeside.localhost:${portal.port}/user/login`])
  })
})

test('all addresses of one IPv6 network count as one', bothEngines, async ({ portal }) => {
  const { login } = await newGuardian(portal)
  const visitor = portal.visitor()
  const wrong = { Username: login, Password: 'Wrong-Harbor-42' }
  const from = (address: string) => visitor.act('account.signIn', wrong, { headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => from(`2001:db8:7:9:${index + 1}::1`)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  expect((await from('2001:db8:7:a::1')).status).toBe(422)
})
