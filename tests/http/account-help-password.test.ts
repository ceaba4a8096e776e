/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { notifyOwner } from '../../server/features/account-help/notify-owner.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dialogOf } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { goodPassword, sorted } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { makeAccountFor } from '../support/recovery.ts'
import { withoutLimits } from '../support/without-limits.ts'

const dying = dyingHandle()
const it = portalTest(
  { calls: 'calls.desk', owner: 'practice.owner', recorder: 'records.desk', stranger: 'office.lead' },
  { onStatement: dying.hear },
)

interface Answer {
  code?: string
  effects: Effect[]
}

/** Each test has a patient of its own, whose resets are counted apart. */
const crowd = [people.ameliaNovak, people.piotrZielinski, people.johnSmith, people.otherJohnSmith, people.thomasReed]
let helped = { patient: '', login: '', email: '' }
const firstPassword = 'First-Garden-10'

it.beforeAll(async ({ portal }) => {
  const taken = await rowsOf<{ id: string }>(portal.database.db, sql`select patient_id as id from authorisations`)
  for (const [at, person] of crowd.entries())
    if (!taken.some(({ id }) => id === String(person.patientN)))
      await makeAccountFor(portal, person, { login: `helped.${at}`, password: firstPassword })
})

let next = 0
async function helpNext({ database }: RunningPortal): Promise<void> {
  const { patientN, email } = crowd[next++ % crowd.length]!
  const [row] = await rowsOf<{ login: string; id: number }>(
    database.db,
    sql`select login, id::int from accounts a join authorisations t on t.account_id = a.id
      where t.patient_id = ${String(patientN)} and relation = 'self'`,
  )
  helped = { patient: String(patientN), login: row?.login ?? '', email }
}

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.heal()
  await helpNext(portal)
})

const ask = async (visitor: Visitor) =>
  dialogOf((await visitor.act<Answer>('accountHelp.askPassword', { patient: helped.patient })).body.effects)
const versionOf = async ({ database }: RunningPortal) => {
  const [row] = await rowsOf<{ version: number }>(
    database.db,
    sql`select password_version as version from accounts where login = ${helped.login}`,
  )
  return row?.version ?? -1
}
const act = async (portal: RunningPortal, visitor: Visitor, name: 'sendLink' | 'setOneTimePassword') =>
  visitor.act<Answer>(`accountHelp.${name}`, { patient: helped.patient, version: await versionOf(portal) })
const signIn = (visitor: Visitor, password: string) =>
  visitor.act<Answer>('account.signIn', { Username: helped.login, Password: password })

async function linkIn(portal: RunningPortal): Promise<string> {
  await runDueJobs(portal, deliverMessage)
  const link = /(\/user\/resetpassword\/link\/[\w-]{43})\s/
  const [, route] = link.exec((await messageTo(portal, helped.email, link)).text) ?? []
  return route ?? expect.fail('no link was sent')
}
const oneTimeIn = (effects: readonly Effect[] | undefined) => {
  const [facts] = blocksOf(dialogOf(effects)?.blocks, 'facts')
  const value = facts?.facts.find(({ name }) => name === 'Password')?.value
  return Array.isArray(value) ? (value[0]?.text ?? '') : ''
}
const stateIn = async (visitor: Visitor) => {
  const { body } = await visitor.get<Screen>(`/ui/screens/admin/patient/${helped.patient}`)
  const section = blocksOf(body.blocks, 'section').find(({ id }) => id === 'account-help')
  return wordsOf(section?.blocks ?? [])
}

describe('a link to a new password', () => {
  it('goes to the address on record, works once, and ends all sessions [2 §1.24 §2.147 §6.12]', async ({
    portal,
    calls,
  }) => {
    const patient = portal.visitor()
    expect((await signIn(patient, firstPassword)).status).toBe(200)
    expect((await act(portal, calls, 'sendLink')).status).toBe(200)
    const route = await linkIn(portal)
    expect((await signIn(portal.visitor(), firstPassword)).status).toBe(200)
    for (const _ of [1, 2]) {
      const { body } = await portal.visitor().get<Screen>(`/ui/screens${route}`)
      expect(blocksOf(body.blocks, 'form')).toHaveLength(1)
    }
    const token = route.split('/').at(-1)
    const typed = { token, Password: goodPassword, Password2: goodPassword }
    const answers = await Promise.all([1, 2].map(() => portal.visitor().act<Answer>('account.resetByLink', typed)))
    expect(sorted(answers)).toEqual([200, 409])
    expect((await patient.get('/ui/screens/user/home/dashboard')).status).toBe(401)
    expect((await signIn(portal.visitor(), firstPassword)).status).toBe(422)
    expect((await signIn(portal.visitor(), goodPassword)).status).toBe(200)
    const { body } = await portal.visitor().get<Screen>(`/ui/screens${route}`)
    expect(blocksOf(body.blocks, 'form')).toEqual([])
    const stored = await rowsOf(portal.database.db, sql`select * from flows`)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await stateIn(calls)).toContain('Sent a link to a new password')
  })

  it('ends when another one is sent, and when the patient is disabled', async ({ portal, calls }) => {
    await act(portal, calls, 'sendLink')
    const first = await linkIn(portal)
    await act(portal, calls, 'sendLink')
    const second = await linkIn(portal)
    expect(second).not.toBe(first)
    const forms = async (route: string) =>
      blocksOf((await portal.visitor().get<Screen>(`/ui/screens${route}`)).body.blocks, 'form').length
    expect([await forms(first), await forms(second)]).toEqual([0, 1])
    await calls.act('accountHelp.disable', { patient: helped.patient, reason: 'Moved' })
    expect(await forms(second)).toBe(0)
    expect((await act(portal, calls, 'sendLink')).body.code).toBe('accountHelp.isDisabled')
    expect((await act(portal, calls, 'setOneTimePassword')).body.code).toBe('accountHelp.isDisabled')
    await calls.act('accountHelp.enable', { patient: helped.patient, reason: 'Back' })
  })

  it('needs an address that the records have, and can be read', async ({ portal, calls }) => {
    expect(wordsOf((await ask(calls))?.blocks ?? [])).toContain(helped.email)
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    expect(wordsOf((await ask(calls))?.blocks ?? [])).toContain('no link can be sent now')
    expect((await act(portal, calls, 'sendLink')).status).toBeGreaterThanOrEqual(500)
    await portal.heal()
    const isHelped = sql`patient_n = ${Number(helped.patient)}`
    await portal.records.db.execute(sql`update patients set email = '' where ${isHelped}`)
    expect(wordsOf((await ask(calls))?.blocks ?? [])).toContain('have no email address of this patient')
    expect((await act(portal, calls, 'sendLink')).body.code).toBe('accountHelp.noEmail')
    expect((await act(portal, calls, 'setOneTimePassword')).status).toBe(200)
    await portal.records.db.execute(sql`update patients set email = ${helped.email} where ${isHelped}`)
  })
})

describe('a one-time password', () => {
  it('is shown once, stored nowhere in clear, and must be changed [2 §1.24 §2.147]', async ({ portal, calls }) => {
    const { db } = portal.database
    const before = await signIn(portal.visitor(), firstPassword)
    const key = crypto.randomUUID()
    const input = { patient: helped.patient, version: await versionOf(portal) }
    const { status, body } = await calls.act<Answer>('accountHelp.setOneTimePassword', input, { key })
    const password = oneTimeIn(body.effects)
    expect([before.status, status, password]).toEqual([
      before.status,
      200,
      expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/),
    ])
    const again = await calls.act<Answer>('accountHelp.setOneTimePassword', input, { key })
    expect([again.status, again.body.code]).toEqual([409, 'accountHelp.passwordChanged'])
    expect(await stateIn(calls)).toContain('One-time password, works until')
    expect(await stateIn(calls)).not.toContain(password)
    await runDueJobs(portal, notifyOwner, deliverMessage)
    for (const table of ['idempotency_keys', 'audit_log', 'account_acts', 'outbox', 'accounts', 'sessions', 'flows'])
      expect([table, JSON.stringify(await rowsOf(db, sql`select * from ${sql.identifier(table)}`))]).toEqual([
        table,
        expect.not.stringContaining(password),
      ])
    const wasReset = /^Your password at Lakeside Dermatology was reset$/
    expect((await messageTo(portal, helped.email, wasReset)).text).not.toContain(password)
    const patient = portal.visitor()
    const entered = await signIn(patient, password)
    expect(dialogOf(entered.body.effects)?.title).toBe('Choose your own password')
    expect((await patient.get('/ui/screens/user/home/dashboard')).status).toBe(401)
    const typed = { Password: 'Quiet-Meadow-58', Password2: 'Quiet-Meadow-58' }
    expect((await patient.act('account.resetPassword', typed)).status).toBe(200)
    const { body: signInPage } = await patient.get<Screen>('/ui/screens/user/login')
    expect(blocksOf(signInPage.blocks, 'form')[0]?.value).toEqual({ Username: helped.login, IsGuardian: false })
    expect((await signIn(portal.visitor(), password)).status).toBe(422)
    expect((await signIn(portal.visitor(), 'Quiet-Meadow-58')).status).toBe(200)
  })

  it('is refused once its time is over, like a wrong one', async ({ portal, calls }) => {
    const password = oneTimeIn((await act(portal, calls, 'setOneTimePassword')).body.effects)
    await portal.database.db.execute(
      sql`update accounts set password_ends_at = '2020-01-01' where login = ${helped.login}`,
    )
    const [over, wrong] = [await signIn(portal.visitor(), password), await signIn(portal.visitor(), 'wrong')]
    expect([over.status, over.body.code]).toEqual([wrong.status, wrong.body.code])
  })

  it('is set by one of two members of the staff, and by none who may not', async ({
    portal,
    calls,
    owner,
    recorder,
    stranger,
  }) => {
    const version = await versionOf(portal)
    const input = { patient: helped.patient, version }
    for (const name of ['sendLink', 'setOneTimePassword', 'askPassword']) {
      const given = name === 'askPassword' ? { patient: helped.patient } : input
      expect((await recorder.act(`accountHelp.${name}`, given)).status).toBe(403)
      expect((await stranger.act(`accountHelp.${name}`, given)).status).toBe(404)
      expect((await portal.visitor().act(`accountHelp.${name}`, given)).status).toBe(401)
    }
    const answers = await Promise.all(
      [calls, owner].map((visitor) => visitor.act<Answer>('accountHelp.setOneTimePassword', input)),
    )
    expect(sorted(answers)).toEqual([200, 409])
    const [row] = await rowsOf<{ id: string }>(
      portal.database.db,
      sql`select patient_id as id from authorisations where relation <> 'self' and licensee_id = 'lakeside' limit 1`,
    )
    const ofGuardian = await calls.act<Answer>('accountHelp.askPassword', { patient: row?.id })
    expect(ofGuardian.body.code).toBe('accountHelp.noOwnAccount')
  })

  it('or a link is sent whole or not at all, at whatever statement the database is lost', async ({ portal, calls }) => {
    const counts = async () => {
      const [row] = await rowsOf<{ acts: number; links: number }>(
        portal.database.db,
        sql`select (select count(*)::int from account_acts) as acts,
          (select count(*)::int from flows where purpose = 'resetLink') as links`,
      )
      return row!
    }
    onTestFinished(withoutLimits(portal))
    const statements = await dying.everyDeath(async (dies) => {
      await portal.database.db.execute(sql`delete from flows where purpose = 'resetLink'`)
      const before = await counts()
      const input = { patient: helped.patient, version: await versionOf(portal) }
      const { status } = await dies(() => calls.act<Answer>('accountHelp.sendLink', input))
      const { acts, links } = await counts()
      expect([acts - before.acts, links]).toEqual(links === 1 || status === 200 ? [1, 1] : [0, 0])
    })
    expect(statements).toBeGreaterThan(8)
  })

  it('is set whole or not at all, at whatever statement the database is lost', async ({ portal, calls }) => {
    const acts = async () => (await rowsOf(portal.database.db, sql`select id from account_acts`)).length
    const statements = await dying.everyDeath(async (dies) => {
      calls.move()
      await helpNext(portal)
      const version = await versionOf(portal)
      const before = await acts()
      const input = { patient: helped.patient, version }
      const { status, body } = await dies(() => calls.act<Answer>('accountHelp.setOneTimePassword', input))
      const isSet = (await versionOf(portal)) > version
      expect((await acts()) - before).toBe(isSet ? 1 : 0)
      if (status === 200) expect([isSet, oneTimeIn(body.effects)]).toEqual([true, expect.stringContaining('-')])
    })
    expect(statements).toBeGreaterThan(8)
  })

  it('or a link is not made for one patient again and again', async ({ portal, calls }) => {
    const answers = []
    for (let tries = 0; tries < 6; tries++) answers.push(await act(portal, calls, 'sendLink'))
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'request.tooMany' } })
  })
})
