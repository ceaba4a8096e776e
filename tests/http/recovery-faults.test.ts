import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { people } from '../../server/sandbox/seed/people.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { runDueJobs } from '../support/jobs.ts'
import { messageTo } from '../support/message-to.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Answer, RunningPortal, Message, Visitor } from '../support/portal.ts'
import {
  beginRecovery,
  claimOf,
  codeRoute,
  codeSentTo,
  earnGrant,
  errorsIn,
  makeAccountFor,
  reset,
  setDisabled,
  unknownWords,
  verify,
} from '../support/recovery.ts'
import { blocksOf } from './crawl/crawl.ts'
import { bothEngines } from '../support/databases.ts'

const { mariaAlvarez: maria, noraQuinn: nora, ameliaNovak: amelia, lucasAlvarez: lucas, benCarter: ben } = people
const newPassword = 'Quiet-Meadow-58'

const test = portalTest()

test.beforeAll(({ portal }) => makeAccountFor(portal, amelia, { login: 'amelia.n', password: 'First-Garden-10' }))

/** Returns a response without the parts that always differ. */
function bare({ status, headers, body }: Answer<Message>): string {
  const { 'content-type': type, 'cache-control': cache, 'set-cookie': cookies } = headers
  return JSON.stringify([status, type, cache, cookies, { ...body, instance: '' }])
}

type Act = (visitor: Visitor) => Promise<Answer<Message>>
const password =
  (claim: object): Act =>
  (visitor) =>
    visitor.act('account.forgotPassword', claim)
const username =
  (claim: object): Act =>
  (visitor) =>
    visitor.act('account.forgotUsername', claim)

const right = claimOf('maria.alvarez', maria)
const noras = claimOf('new.patient', nora)
const named = (person: typeof maria | typeof nora) => ({
  PatientFirstName: person.firstName,
  PatientLastName: person.lastName,
  PatientDOB: person.dob,
  PatientEmail: person.email,
})

describe('nobody learns who has an account', () => {
  test('from the words for a password: each way to be wrong gets the same answer, byte by byte [1 §8.18]', async ({
    portal,
  }) => {
    await setDisabled(portal, 'new.patient', true)
    const answers = await answersTo(portal, [
      password({ ...right, Username: 'nobody.here' }),
      password({ ...right, PatientDOB: '1984-06-22' }),
      password({ ...right, PatientEmail: 'maria.alvarez@example.org' }),
      password({ ...right, PatientEmail: nora.email }),
      password({ ...right, IsGuardian: true, PatientEmail: nora.email }),
      password(noras),
      password({ ...right, Username: 'front.desk' }),
      password(claimOf('ben.carter', ben)),
      password(claimOf('g.alvarez@example.com', lucas)),
    ])
    await setDisabled(portal, 'new.patient', false)
    expect(answers[0]).toContain(JSON.stringify(unknownWords).slice(1, -1))
    expect(new Set(answers).size).toBe(1)
    await beginRecovery(portal.visitor(), noras)
  })

  test('from the words for a username [1 §8.18] [2 §8.18]', async ({ portal }) => {
    await setDisabled(portal, 'new.patient', true)
    const answers = await answersTo(portal, [
      username({ ...named(maria), PatientFirstName: 'Nobody' }),
      username({ ...named(maria), PatientDOB: '1984-06-22' }),
      username({ ...named(maria), PatientEmail: nora.email }),
      username(named(nora)),
      username({ ...named(maria), PatientFirstName: 'Front', PatientLastName: 'Desk' }),
    ])
    await setDisabled(portal, 'new.patient', false)
    expect(answers[0]).toContain(JSON.stringify(unknownWords).slice(1, -1))
    expect(new Set(answers).size).toBe(1)
  })

  test('who has no e-mail on record, or nobody left to act for, is as unknown', async ({ portal }) => {
    const unknown = bare(await password({ ...right, Username: 'nobody.here' })(portal.visitor()))
    await portal.records.db.execute(sql`update patients set email = '' where patient_n = ${amelia.patientN}`)
    expect(bare(await password(claimOf('amelia.n', amelia))(portal.visitor()))).toBe(unknown)
    await portal.records.db.execute(
      sql`update patients set email = ${amelia.email} where patient_n = ${amelia.patientN}`,
    )
    const gabriel = claimOf('g.alvarez@example.com', { dob: '1982-03-08', email: 'g.alvarez@example.com' })
    await beginRecovery(portal.visitor(), gabriel)
    await portal.database.db.execute(
      sql`update authorisations set ends_at = now() where patient_id = ${String(lucas.patientN)}`,
    )
    expect(bare(await password(gabriel)(portal.visitor()))).toBe(unknown)
  })

  test.for<[string, Act, Act]>([
    [
      'a password',
      password({ ...right, Username: 'nobody.here' }),
      password({ ...right, PatientEmail: 'a@example.org' }),
    ],
    [
      'a username',
      username({ ...named(maria), PatientFirstName: 'Nobody' }),
      username({ ...named(maria), PatientEmail: 'a@example.org' }),
    ],
  ])('from the time that the form for %s takes', async ([_name, unknown, known], { portal }) => {
    const times: [number[], number[]] = [[], []]
    for (let turn = 0; turn < 20; turn++) {
      const order = turn % 2 === 0 ? [0, 1] : [1, 0]
      // Each from its own browser, so that no limit is reached.
      for (const index of order) times[index]!.push(await timeOf(portal.visitor(), index === 0 ? unknown : known))
    }
    const ratio = median(times[0]) / median(times[1])
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

async function answersTo(portal: Pick<RunningPortal, 'visitor'>, acts: readonly Act[]): Promise<string[]> {
  return Promise.all(acts.map(async (each) => bare(await each(portal.visitor()))))
}

async function timeOf(visitor: Visitor, act: Act): Promise<number> {
  const begun = performance.now()
  expect((await act(visitor)).status).toBe(404)
  return performance.now() - begun
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

describe('tries are limited', () => {
  test('against one person, wherever they come from, and for one browser', async ({ portal }) => {
    const claim = { ...right, Username: 'tried.often', PatientEmail: 'a@example.org' }
    const visitor = portal.visitor()
    const statuses = []
    for (let turn = 0; turn < 11; turn++) statuses.push((await password(claim)(visitor)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(404), 429])
    expect((await password({ ...claim, Username: 'TRIED.often ' })(visitor)).status).toBe(429)
    for (let turn = 0; turn < 8; turn++) await password({ ...claim, Username: `other.${turn}` })(visitor)
    expect((await password({ ...claim, Username: 'one.more' })(visitor)).status).toBe(429)
  })

  test('of codes: five for one way', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf('amelia.n', amelia))
    await visitor.act('account.sendRecoveryCode', { byEmail: true })
    for (let turn = 0; turn < 4; turn++) expect((await visitor.act('account.resendRecoveryCode', {})).status).toBe(200)
    const sixth = await visitor.act('account.resendRecoveryCode', {})
    expect([sixth.status, sixth.body.code]).toEqual([429, 'verification.sends'])
    expect(await portal.outbox(amelia.email)).toHaveLength(5)
    expect((await verify(visitor, await codeSentTo(portal, amelia.email))).status).toBe(200)
  })

  test('of codes: some for one person in an hour, however often they begin', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf('amelia.n', amelia))
    const seventh = await visitor.act('account.sendRecoveryCode', { byEmail: true })
    expect([seventh.status, seventh.body.code]).toEqual([429, 'request.tooMany'])
  })

  test('of mails with a username: five in an hour', async ({ portal }) => {
    const statuses = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await username(named(nora))(portal.visitor())).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('while the mail server is down', () => {
  test('a username waits, is said to wait, and arrives once it is back', bothEngines, async ({ portal }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    const { body } = await username(named(maria))(portal.visitor())
    expect(body.effects).toEqual([
      { type: 'navigate', to: '/user/login', replace: true },
      {
        type: 'notify',
        tone: 'warning',
        text: 'Username could not be sent yet. It will be sent to the registered email id as soon as possible.',
      },
    ])
    expect(await portal.outbox(maria.email)).toEqual([])
    await portal.heal()
    await runDueJobs(portal, deliverMessage)
    expect((await messageTo(portal, maria.email, /username/)).text).toContain('maria.alvarez')
  })

  test('a code is not sent, counts for nothing, and can be sent another way', async ({ portal }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    const visitor = portal.visitor()
    await beginRecovery(visitor, right)
    const failed = await visitor.act('account.sendRecoveryCode', { byEmail: true })
    expect([failed.status, failed.body.code]).toEqual([503, 'verification.unsent'])
    expect(blocksOf((await visitor.get(codeRoute)).body, 'form')).toMatchObject([{ id: 'recovery-contact' }])
    expect((await visitor.act('account.sendRecoveryCode', { byEmail: true, byPhone: true })).status).toBe(200)
    const screen = (await visitor.get(codeRoute)).body
    expect(blocksOf(screen, 'notice')).toMatchObject([{ text: 'The code could not be sent to m********@example.com.' }])
    expect((await verify(visitor, await codeSentTo(portal, maria.cellPhone))).status).toBe(200)
  })

  test('a code that cannot be sent again leaves the way to ask once more', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, right)
    await visitor.act('account.sendRecoveryCode', { byEmail: true })
    await portal.fault({ kind: 'down', path: 'smtp' })
    expect((await visitor.act('account.resendRecoveryCode', {})).status).toBe(503)
    expect(blocksOf((await visitor.get(codeRoute)).body, 'form')).toMatchObject([{ id: 'code-closed' }])
    await portal.heal()
    expect((await visitor.act('account.resendRecoveryCode', {})).status).toBe(200)
    expect((await verify(visitor, await codeSentTo(portal, maria.email))).status).toBe(200)
  })
})

describe('while the record server is down', () => {
  test('everybody gets the same message, also people whom it does not concern', async ({ portal }) => {
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    const ruth = claimOf('r.okafor@example.com', { dob: '1979-10-22', email: 'r.okafor@example.com' })
    const answers = await answersTo(portal, [
      password(right),
      password({ ...right, Username: 'nobody.here' }),
      password(ruth),
      username(named(maria)),
    ])
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('"code":"practice.unavailable"')
  })
})

test('another practice recovers its own accounts with its own name, and knows none of ours', async ({ portal }) => {
  const visitor = portal.visitor('northgate.localhost')
  expect(errorsIn(await password(right)(visitor))).toEqual([404, [['', unknownWords]]])
  await earnGrant(portal, visitor, claimOf('ben.carter', ben))
  await messageTo(portal, ben.email, /Northgate Family Medicine/)
  expect((await reset(visitor, newPassword)).status).toBe(200)
  await portal.visitor('northgate.localhost').enter({ login: 'ben.carter', password: newPassword })
})

test('the audit says who was claimed to be, and where something went, masked', async ({ portal }) => {
  const result = await portal.database.db.execute(
    sql`select distinct event, actor, actor_kind, transmit_to, transmit_status from audit_log
      where actor = 'ben.carter' and event in ('action:account.sendRecoveryCode', 'action:account.resetPassword')
      order by event`,
  )
  const visitor = { actor: 'ben.carter', actor_kind: 'visitor' }
  expect(result.rows).toEqual([
    {
      ...visitor,
      event: 'action:account.resetPassword',
      transmit_to: 'b********@example.com',
      transmit_status: 'waiting',
    },
    {
      ...visitor,
      event: 'action:account.sendRecoveryCode',
      transmit_to: 'b********@example.com',
      transmit_status: 'sent',
    },
  ])
})
