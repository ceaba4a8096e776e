import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { notifyOwner } from '../../server/features/account-help/notify-owner.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { guardianOf, newInvitation, sorted, tokenTo } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { makeAccountFor } from '../support/recovery.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const dying = dyingHandle()
const it = portalTest(
  {
    calls: 'calls.desk',
    front: 'front.desk',
    owner: 'practice.owner',
    recorder: 'records.desk',
    stranger: 'office.lead',
  },
  { onStatement: dying.hear },
)

interface Answer {
  code?: string
  effects: Effect[]
}

const patient = String(people.mariaAlvarez.patientN)
const sectionOf = async (visitor: Visitor, of = patient, id = 'account-help') => {
  const { body } = await visitor.get<Screen>(`/ui/screens/admin/patient/${of}`)
  return blocksOf(body.blocks, 'section').find((each) => each.id === id)
}
const wordsOfPage = async (visitor: Visitor, of = patient, id = 'account-help') =>
  wordsOf((await sectionOf(visitor, of, id))?.blocks ?? [])
const help = (visitor: Visitor, name: string, input: object = {}) =>
  visitor.act<Answer>(`accountHelp.${name}`, { patient, ...input })
const isOpen = async (visitor: Visitor) => (await visitor.get('/ui/screens/user/home/dashboard')).status === 200

describe('wrong passwords', bothEngines, () => {
  const wrong = async (visitor: Visitor) =>
    (await visitor.act<Answer>('account.signIn', { Username: 'Maria.Alvarez ', Password: 'wrong' })).body.code

  it('lock an account, as the page shows, until the front desk unlocks it', async ({ portal, calls, owner }) => {
    expect(await wordsOfPage(calls)).toContain('Not locked')
    expect((await help(calls, 'unlock')).body.code).toBe('accountHelp.notLocked')
    const visitor = portal.visitor()
    const codes = []
    for (let tries = 0; tries < 11; tries++) codes.push(await wrong(visitor))
    expect(codes.at(-1)).toBe('request.tooMany')
    expect(await wordsOfPage(calls)).toMatch(/Signing in is locked until/)
    expect((await help(owner, 'unlock')).status).toBe(200)
    expect(await wordsOfPage(calls)).toContain('Not locked')
    expect(await wrong(visitor)).toBe('signIn.invalid')
    expect(await wordsOfPage(calls)).toContain('Unlocked')
  })

  it('are forgotten with a note of it, at whatever statement the database is lost', async ({ portal, calls }) => {
    const acts = async () =>
      (await rowsOf(portal.database.db, sql`select id from account_acts where what = 'unlocked'`)).length
    const statements = await dying.everyDeath(async (dies) => {
      calls.move()
      const visitor = portal.visitor()
      for (let tries = 0; tries < 11; tries++) await wrong(visitor)
      const before = await acts()
      const { status } = await dies(() => help(calls, 'unlock'))
      const isUnlocked = (await wordsOfPage(calls)).includes('Not locked')
      if (isUnlocked) expect((await acts()) - before).toBe(1)
      if (status === 200) expect(isUnlocked).toBe(true)
    })
    expect(statements).toBeGreaterThan(6)
  })

  it('are no matter of others', async ({ portal, recorder, stranger }) => {
    expect((await help(recorder, 'unlock')).status).toBe(403)
    expect((await help(stranger, 'unlock')).status).toBe(404)
    expect((await help(portal.visitor(), 'unlock')).status).toBe(401)
  })
})

describe('an invitation of a patient', () => {
  it('is sent again by the front desk, with a new link', async ({ portal, calls, recorder, stranger }) => {
    const maria = await portal.signIn('maria.alvarez')
    const invitation = newInvitation()
    await withSetting(portal, { name: 'Guardian_Invitations', value: true }, async () => {
      expect((await maria.act('account.inviteGuardian', invitation)).status).toBe(200)
    })
    const first = await tokenTo(portal, invitation.Auth_Login)
    const table = blocksOf((await sectionOf(calls, patient, 'invitations'))?.blocks, 'table')[0]
    const [again, ...others] = table?.rows.at(-1)?.actions ?? []
    expect([again?.label, others]).toEqual(['Send again', []])
    const input = again?.do.type === 'call' ? (again.do.input ?? {}) : {}
    const send = (visitor: Visitor) => visitor.act<Answer>('account.staffSendInvitationAgain', input)
    expect((await send(recorder)).status).toBe(403)
    expect((await send(stranger)).status).toBe(404)
    expect((await send(calls)).status).toBe(200)
    const second = await tokenTo(portal, invitation.Auth_Login, 2)
    expect(second).not.toBe(first)
    const status = async (token: string) => (await portal.visitor().get(`/ui/screens/user/invitation/${token}`)).status
    expect([await status(first), await status(second)]).toEqual([404, 200])
    expect((await send(calls)).body.code).toBe('invitation.gone')
  })
})

describe('a lost authenticator app', bothEngines, () => {
  const protect = ({ database: { db } }: RunningPortal) =>
    db.execute(sql`update accounts set totp_secret = 'x' where login = 'maria.alvarez'`)
  const isProtected = async ({ database: { db } }: RunningPortal) =>
    (await rowsOf(db, sql`select id from accounts where login = 'maria.alvarez' and totp_secret is not null`)).length
  const remove = (visitor: Visitor) => help(visitor, 'removeSecondFactor', { reason: 'Lost her phone, showed her ID' })

  beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
    await portal.database.db.execute(sql`delete from second_factor_removals`)
    await portal.database.db.execute(sql`update accounts set totp_secret = null where login = 'maria.alvarez'`)
  })

  it('is turned off by an owner at once, with an email, and ends sessions', async ({ portal, owner }) => {
    expect((await remove(owner)).body.code).toBe('accountHelp.noSecondFactor')
    const maria = await portal.signIn('maria.alvarez')
    await protect(portal)
    expect((await remove(owner)).status).toBe(200)
    expect([await isProtected(portal), await isOpen(maria)]).toEqual([0, false])
    await runDueJobs(portal, notifyOwner, deliverMessage)
    const off = /^Your authenticator app at Lakeside Dermatology was turned off$/
    expect((await messageTo(portal, people.mariaAlvarez.email, off)).text).not.toContain('Lost her phone')
  })

  it('needs two of the front desk: the same one twice is refused', async ({ portal, calls, front, owner }) => {
    await protect(portal)
    expect((await help(front, 'confirmSecondFactor')).body.code).toBe('accountHelp.noRequest')
    expect((await remove(calls)).status).toBe(200)
    expect((await help(calls, 'confirmSecondFactor')).body.code).toBe('accountHelp.samePerson')
    expect((await remove(front)).body.code).toBe('accountHelp.requested')
    expect(await isProtected(portal)).toBe(1)
    expect(await wordsOfPage(calls)).toContain('Another member of the staff has to confirm it')
    expect(await wordsOfPage(front)).toContain('Confirm it until')
    const answers = await Promise.all([front, owner].map((visitor) => help(visitor, 'confirmSecondFactor')))
    expect([sorted(answers), await isProtected(portal)]).toEqual([[200, 409], 0])
  })

  it('is not turned off when the request is too old, or by others', async ({
    portal,
    calls,
    front,
    recorder,
    stranger,
  }) => {
    for (const [visitor, status] of [
      [recorder, 403],
      [stranger, 404],
    ] as const)
      for (const name of ['confirmSecondFactor', 'askSecondFactor'])
        expect((await help(visitor, name)).status).toBe(status)
    await protect(portal)
    await remove(calls)
    await portal.database.db.execute(sql`update second_factor_removals set ends_at = '2020-01-01'`)
    expect((await help(front, 'confirmSecondFactor')).body.code).toBe('accountHelp.noRequest')
    expect((await remove(front)).status).toBe(200)
    expect((await help(calls, 'confirmSecondFactor')).status).toBe(200)
    expect(await isProtected(portal)).toBe(0)
  })

  it('is turned off whole or not at all, at whatever statement the database is lost', async ({
    portal,
    calls,
    front,
  }) => {
    const acts = async () =>
      (await rowsOf(portal.database.db, sql`select id from account_acts where what = 'second factor off'`)).length
    const statements = await dying.everyDeath(async (dies) => {
      for (const visitor of [calls, front]) visitor.move()
      await protect(portal)
      await portal.database.db.execute(sql`delete from second_factor_removals`)
      await remove(calls)
      const before = await acts()
      const { status } = await dies(() => help(front, 'confirmSecondFactor'))
      const isOff = (await isProtected(portal)) === 0
      expect((await acts()) - before).toBe(isOff ? 1 : 0)
      if (status === 200) expect(isOff).toBe(true)
    })
    expect(statements).toBeGreaterThan(8)
  })
})

describe('an account that was made for the record of somebody else', bothEngines, () => {
  const wrong = people.ameliaNovak
  const id = String(wrong.patientN)
  const credentials = { Username: 'wrong.person', Password: 'First-Garden-10' }
  const undo = (visitor: Visitor) => help(visitor, 'undoMatch', { patient: id, reason: 'Two people of the same name' })

  it('ends with its guardians, and both people can sign up', async ({ portal, calls, owner }) => {
    await makeAccountFor(portal, wrong, { login: credentials.Username, password: credentials.Password })
    const person = portal.visitor()
    expect((await person.act('account.signIn', credentials)).status).toBe(200)
    const guardian = await guardianOf(portal, person, [1])
    expect([await isOpen(person), await isOpen(guardian)]).toEqual([true, true])
    const answers = await Promise.all([calls, owner].map((visitor) => undo(visitor)))
    expect(sorted(answers)).toEqual([200, 404])
    expect([await isOpen(person), await isOpen(guardian)]).toEqual([false, false])
    expect((await portal.visitor().act<Answer>('account.signIn', credentials)).body.code).toBe('signIn.invalid')
    expect(await wordsOfPage(calls, id)).toContain('Undid a wrong match')
    await makeAccountFor(portal, wrong, { login: credentials.Username, password: credentials.Password })
    expect((await portal.visitor().act('account.signIn', credentials)).status).toBe(200)
  })

  it('ends whole or not at all, at whatever statement the database is lost', async ({ portal, calls }) => {
    const { db } = portal.database
    const counts = async () => {
      const [row] = await rowsOf<{ acts: number; ended: number; held: number }>(
        db,
        sql`select (select count(*)::int from account_acts where what = 'match undone') as acts,
          (select count(*)::int from accounts where login = ${credentials.Username} and disabled_at is not null) as ended,
          (select count(*)::int from authorisations where patient_id = ${id}) as held`,
      )
      return row!
    }
    const statements = await dying.everyDeath(async (dies) => {
      calls.move()
      if ((await counts()).held === 0)
        await makeAccountFor(portal, wrong, { login: credentials.Username, password: credentials.Password })
      const person = portal.visitor()
      expect((await person.act('account.signIn', credentials)).status).toBe(200)
      const before = await counts()
      const { status } = await dies(() => undo(calls))
      const { acts, ended, held } = await counts()
      const isUndone = held === 0
      expect([acts - before.acts, ended - before.ended]).toEqual(isUndone ? [1, 1] : [0, 0])
      expect(await isOpen(person)).toBe(!isUndone)
      if (status === 200) expect(isUndone).toBe(true)
    })
    expect(statements).toBeGreaterThan(8)
  })

  it('is undone by the front desk of the practice only, for a patient who has one', async ({
    portal,
    calls,
    recorder,
    stranger,
  }) => {
    expect((await undo(recorder)).status).toBe(403)
    expect((await undo(stranger)).status).toBe(404)
    expect((await undo(portal.visitor())).status).toBe(401)
    const [row] = await rowsOf<{ id: string }>(
      portal.database.db,
      sql`select patient_id as id from authorisations where relation <> 'self' and licensee_id = 'lakeside' limit 1`,
    )
    const input = { patient: row?.id, reason: 'x' }
    expect((await calls.act<Answer>('accountHelp.undoMatch', input)).body.code).toBe('accountHelp.noOwnAccount')
    expect((await calls.act('accountHelp.undoMatch', { patient: id, reason: ' ' })).status).toBe(422)
  })
})
