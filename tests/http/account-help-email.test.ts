/** @module-tag database */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { Screen } from '../../schemas/screen.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { staffPatientTopic } from '../../server/practice/patient-page.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { dialogOf } from '../support/card-payment.ts'
import { dyingHandle } from '../support/dying-handle.ts'
import { goodPassword, guardianOf, sorted } from '../support/guardians.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import { withoutLimits } from '../support/without-limits.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const dying = dyingHandle()
const it = portalTest(
  { calls: 'calls.desk', owner: 'practice.owner', recorder: 'records.desk', stranger: 'office.lead' },
  { onStatement: dying.hear },
)

const patient = String(people.mariaAlvarez.patientN)
const reason = 'Lost the old mailbox'

interface Answer {
  code?: string
  detail?: string
  errors?: { pointer?: string; message: string }[]
  effects: Effect[]
}

/** A guardian of Maria, whom no other test changes. */
let guardian = { id: 0, login: '' }
let visitor: Visitor
let countAgain = () => {}
let next = 0
const newEmail = () => `moved.${(next += 1)}@example.org`

async function makeGuardian(portal: RunningPortal): Promise<void> {
  visitor = await guardianOf(portal, await portal.signIn('maria.alvarez'), [1, 2])
  const [row] = await rowsOf<{ id: number; login: string }>(
    portal.database.db,
    sql`select id::int, login from accounts where kind = 'guardian' order by id desc limit 1`,
  )
  guardian = row ?? expect.fail('a guardian has an account')
}

beforeEach<{ portal: RunningPortal }>(async ({ portal }) => {
  await portal.heal()
  countAgain = withoutLimits(portal)
  await makeGuardian(portal)
  return countAgain
})

const send = (by: Visitor, input: object = {}) =>
  by.act<Answer>('accountHelp.sendEmailLink', { patient, guardian: guardian.id, email: newEmail(), reason, ...input })
const confirm = (token: string, Password = goodPassword, by?: Visitor) =>
  (by ?? visitor).act<Answer>('accountHelp.confirmEmail', { token, Password })
const signIn = (portal: RunningPortal, Username: string) =>
  portal.visitor().act<Answer>('account.signIn', { Username, Password: goodPassword, IsGuardian: true })

async function tokenFor(portal: RunningPortal, email: string): Promise<string> {
  await runDueJobs(portal, deliverMessage)
  const link = /\/user\/email\/([\w-]{43})\s/
  return link.exec((await messageTo(portal, email, link)).text)?.[1] ?? expect.fail('no link was sent')
}

async function linkTo(portal: RunningPortal, by: Visitor): Promise<{ email: string; token: string }> {
  const email = newEmail()
  expect((await send(by, { email })).status).toBe(200)
  return { email, token: await tokenFor(portal, email) }
}

const pageOf = async (by: Visitor) => {
  const { body } = await by.get<Screen>(`/ui/screens/admin/patient/${patient}`)
  return wordsOf(blocksOf(body.blocks, 'section').find(({ id }) => id === 'account-help')?.blocks ?? [])
}
const loginOf = async ({ database }: RunningPortal) => {
  const [row] = await rowsOf<{ login: string; email: string; key: string }>(
    database.db,
    sql`select login, email, login_key as key from accounts where id = ${guardian.id}`,
  )
  return row
}

describe('the email of a guardian', () => {
  it('changes when the new address confirms it with the password, and not before', async ({ portal, calls }) => {
    const { body } = await calls.act<Answer>('accountHelp.askEmail', { patient, guardian: guardian.id })
    expect(wordsOf(dialogOf(body.effects)?.blocks ?? [])).toContain('05/17/1980')
    const { email, token } = await linkTo(portal, calls)
    const route = `/ui/screens/user/email/${token}`
    for (const _ of [1, 2])
      expect(blocksOf((await portal.visitor().get<Screen>(route)).body.blocks, 'form')).toHaveLength(1)
    expect((await signIn(portal, guardian.login)).status).toBe(200)
    const topic = staffPatientTopic({ licenseeId: 'lakeside', patientId: patient })
    const cookie = [...calls.cookies].map((each) => each.join('=')).join('; ')
    const watching = await openLivePage(portal, [topic], { cookie })
    const confirmed = await confirm(token, goodPassword, portal.visitor())
    expect(confirmed.status).toBe(200)
    await watching.caughtUp()
    expect(watching.heard.flatMap(({ topics }) => topics)).toContain(topic)
    expect(await loginOf(portal)).toEqual({ login: email, email, key: email })
    expect((await visitor.get('/ui/screens/user/home/dashboard')).status).toBe(401)
    expect((await signIn(portal, guardian.login)).status).toBe(422)
    expect((await signIn(portal, email.toUpperCase())).status).toBe(200)
    for (const each of [email, 'Sent a link to a new email of a guardian', reason, 'Confirmed the new email'])
      expect(await pageOf(calls)).toContain(each)
    expect((await confirm(token)).body.code).toBe('accountHelp.emailOver')
    expect(blocksOf((await portal.visitor().get<Screen>(route)).body.blocks, 'form')).toEqual([])
  })

  it('is announced to the old address, when it is requested and when it changes', async ({ portal, calls }) => {
    const old = guardian.login
    const before = (await portal.outbox(old)).length
    const { token } = await linkTo(portal, calls)
    const requested = await messageTo(portal, old, /was asked to change the email address of your account/)
    expect((await confirm(token)).status).toBe(200)
    await runDueJobs(portal, deliverMessage)
    const changed = await messageTo(portal, old, /The email address was changed for the account/)
    expect((await portal.outbox(old)).length).toBe(before + 2)
    expect(changed.text).toContain(old)
    for (const { text } of [requested, changed]) expect(text).not.toMatch(/Maria|Lost the old/)
  })

  it('needs the password: five wrong ones end the link', async ({ portal, calls }) => {
    const { token } = await linkTo(portal, calls)
    for (let tries = 0; tries < 5; tries++)
      expect((await confirm(token, 'Wrong-Garden-10')).body).toMatchObject({
        code: 'accountHelp.wrongPassword',
        errors: [{ pointer: '/Password', message: 'This password is not right.' }],
      })
    expect((await confirm(token)).body.code).toBe('accountHelp.emailOver')
    expect((await loginOf(portal))?.login).toBe(guardian.login)
  })

  it('is that of the last link only, and of none once the password is another', async ({ portal, calls }) => {
    const first = await linkTo(portal, calls)
    const second = await linkTo(portal, calls)
    expect((await confirm(first.token)).body.code).toBe('accountHelp.emailOver')
    const passwords = {
      CurrentPassword: goodPassword,
      NewPassword: 'Calm-Meadow-61',
      ConfirmPassword: 'Calm-Meadow-61',
    }
    expect((await visitor.act('account.changePassword', passwords)).status).toBe(200)
    expect((await confirm(second.token, 'Calm-Meadow-61')).body.code).toBe('accountHelp.emailOver')
  })

  it('changes once, also for two at once, and only one of two guardians gets it', async ({ portal, calls }) => {
    const { email, token } = await linkTo(portal, calls)
    const other = { ...guardian }
    await makeGuardian(portal)
    expect((await send(calls, { email })).status).toBe(200)
    await runDueJobs(portal, deliverMessage)
    const second = await tokenFor(portal, email)
    expect(second).not.toBe(token)
    const answers = await Promise.all(
      [token, token, second].map((each) => confirm(each, goodPassword, portal.visitor())),
    )
    expect(sorted(answers)[0]).toBe(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [row] = await rowsOf<{ n: number }>(
      portal.database.db,
      sql`select count(*)::int as n from accounts where login_key = ${email} and id in (${guardian.id}, ${other.id})`,
    )
    expect(row?.n).toBe(1)
    const again = await confirm(answers[2]!.status === 200 ? token : second, goodPassword, portal.visitor())
    expect(again.body.detail).toBe('Another guardian of this practice uses this address.')
  })

  it('is refused with words that say what is wrong', async ({ calls }) => {
    const wrong = 'Please enter a valid email address.'
    for (const [typed, message] of [
      [{ email: '' }, wrong],
      [{ email: 'nobody' }, wrong],
      [{ email: 'a@b.c, d@e.f' }, wrong],
      [{ email: 'a@b.c\r\nBcc: d@e.f' }, wrong],
      [{ reason: ' ' }, 'Please write down the reason.'],
      [{ email: guardian.login.toUpperCase() }, 'This is the email address of the account already.'],
      [{ email: 'g.alvarez@example.com' }, 'Another guardian of this practice uses this address.'],
    ] as const) {
      const { status, body } = await send(calls, typed)
      expect([typed, status, body.errors?.[0]?.message]).toEqual([typed, 422, message])
    }
  })

  it('is for the front desk and the owner, of guardians of this patient', async ({
    portal,
    calls,
    owner,
    recorder,
    stranger,
  }) => {
    for (const name of ['askEmail', 'sendEmailLink']) {
      const input = { patient, guardian: guardian.id, ...(name === 'askEmail' ? {} : { email: newEmail(), reason }) }
      for (const by of [recorder, visitor]) expect((await by.act(`accountHelp.${name}`, input)).status).toBe(403)
      expect((await portal.visitor().act(`accountHelp.${name}`, input)).status).toBe(401)
      expect((await stranger.act(`accountHelp.${name}`, input)).status).toBe(404)
      expect((await owner.act(`accountHelp.${name}`, input)).status).toBe(200)
      const [gabriel, maria] = await rowsOf<{ id: number }>(
        portal.database.db,
        sql`select id::int from accounts where login in ('g.alvarez@example.com', 'maria.alvarez') order by kind`,
      )
      for (const each of [gabriel, maria]) {
        const { body } = await calls.act<Answer>(`accountHelp.${name}`, { ...input, guardian: each!.id })
        expect(body.code).toBe('accountHelp.noGuardian')
      }
    }
  })

  it('is not changed while the patient is disabled, and a link of before works on', async ({ portal, calls }) => {
    const { token } = await linkTo(portal, calls)
    expect((await calls.act('accountHelp.disable', { patient, reason })).status).toBe(200)
    expect((await send(calls)).body.code).toBe('accountHelp.isDisabled')
    expect(await pageOf(calls)).not.toContain('Email of Grace')
    expect((await confirm(token, goodPassword, portal.visitor())).status).toBe(200)
    expect((await calls.act('accountHelp.enable', { patient, reason })).status).toBe(200)
  })

  it('gets no sixth link in a day', async ({ calls }) => {
    countAgain()
    for (let sent = 0; sent < 5; sent++) expect((await send(calls)).status).toBe(200)
    expect((await send(calls)).body.code).toBe('request.tooMany')
  })

  it('is requested and confirmed whole or not at all, at whatever statement the database is lost', async ({
    portal,
    calls,
  }) => {
    const { db } = portal.database
    const counts = async () => {
      const [row] = await rowsOf<{ acts: number; links: number }>(
        db,
        sql`select (select count(*)::int from account_acts) as acts,
          (select count(*)::int from flows where purpose = 'emailLink') as links`,
      )
      return row!
    }
    await dying.everyDeath(async (dies) => {
      await makeGuardian(portal)
      const before = await counts()
      const { status } = await dies(() => send(calls))
      const { acts, links } = await counts()
      expect([acts - before.acts, links - before.links]).toEqual(acts > before.acts || status === 200 ? [1, 1] : [0, 0])
    })
    await dying.everyDeath(async (dies) => {
      await makeGuardian(portal)
      const { email, token } = await linkTo(portal, calls)
      const before = await counts()
      const { status } = await dies(() => confirm(token, goodPassword, portal.visitor()))
      const isChanged = (await loginOf(portal))?.login === email
      const { acts, links } = await counts()
      expect([acts - before.acts, links - before.links]).toEqual(isChanged ? [1, -1] : [0, 0])
      if (status === 200) expect(isChanged).toBe(true)
      expect(await signIn(portal, isChanged ? email : guardian.login)).toMatchObject({ status: 200 })
    })
  })
})
