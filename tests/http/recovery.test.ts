import { describe, expect } from 'vitest'
import { makeAccount } from '../../server/identity/make-account.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { messageTo } from '../support/message-to.ts'
import { testPasswords } from '../support/passwords.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import {
  beginRecovery,
  claimOf,
  codeRoute,
  codeSentTo,
  earnGrant,
  errorsIn,
  makeAccountFor,
  makeAccountsToRecover,
  otherThan,
  reset,
  resetRoute,
  unknownWords,
  verify,
} from '../support/recovery.ts'
import { blocksOf } from './crawl/crawl.ts'

const { mariaAlvarez: maria, noraQuinn, ameliaNovak: amelia, piotrZielinski: piotr, johnSmith, otherJohnSmith } = people
const ada = people.adaOkafor
const newPassword = 'Quiet-Meadow-58'
const sentWords = 'Username has been sent to the registered email id. Please login using the same.'
const minute = 60_000

const test = portalTest()

test.beforeAll(({ portal }) => makeAccountsToRecover(portal))

interface ClaimedName {
  firstName: string
  lastName: string
  dob: string
  email: string
}

const nameClaim = ({ firstName, lastName, dob, email }: ClaimedName) => ({
  PatientFirstName: firstName,
  PatientLastName: lastName,
  PatientDOB: dob,
  PatientEmail: email,
})

async function screenAt(visitor: Visitor, route: string) {
  const { status, body } = await visitor.get(route)
  expect(status).toBe(200)
  return body
}

const blockIds = (screen: object) =>
  ['form', 'countdown', 'notice', 'action'].map((kind) => blocksOf(screen, kind).map(({ id }) => id))

describe('a forgotten username', () => {
  test('goes to the e-mail on record, and nowhere else [1 §2.8 §7.44 §8.17] [2 §2.4 §7.55 §8.19]', async ({
    portal,
  }) => {
    const form = await screenAt(portal.visitor(), '/ui/screens/user/forgotusername')
    expect(blocksOf(form, 'form')).toHaveLength(1)
    const answer = await portal.visitor().act('account.forgotUsername', nameClaim(maria))
    expect(answer.body.effects).toEqual([
      { type: 'navigate', to: '/user/login', replace: true },
      { type: 'notify', tone: 'success', text: sentWords },
    ])
    expect(JSON.stringify(answer.body)).not.toContain('maria')
    const messages = await portal.outbox(maria.email)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ subject: 'Your username at Lakeside Dermatology' })
    expect(messages[0]?.text).toContain('Your username is:\nmaria.alvarez\n')
    expect(messages[0]?.text).toMatch(/Sign in:\nhttp:\/\/lakeside\.localhost\S*\/user\/login\n/)
  })

  test('is found however the name and the e-mail are written', async ({ portal }) => {
    const claim = nameClaim({
      ...noraQuinn,
      firstName: ' NORA ',
      lastName: 'quinn',
      email: noraQuinn.email.toUpperCase(),
    })
    expect((await portal.visitor().act('account.forgotUsername', claim)).status).toBe(200)
    expect((await messageTo(portal, noraQuinn.email, /username/)).text).toContain('new.patient')
  })

  test('of one of two people with the same name and birthday is sent to that one alone', async ({ portal }) => {
    expect((await portal.visitor().act('account.forgotUsername', nameClaim(otherJohnSmith))).status).toBe(200)
    const { text } = await messageTo(portal, otherJohnSmith.email, /username/)
    expect(text).toContain('john.two')
    expect(text).not.toContain('john.one')
    expect(await portal.outbox(johnSmith.email)).toEqual([])
  })

  test('of a guardian is found by what the account says of the guardian', async ({ portal }) => {
    const gabriel = { firstName: 'Gabriel', lastName: 'Alvarez', dob: '1982-03-08', email: 'g.alvarez@example.com' }
    expect((await portal.visitor().act('account.forgotUsername', nameClaim(gabriel))).status).toBe(200)
    expect((await messageTo(portal, gabriel.email, /username/)).text).toContain(
      'Your username is:\ng.alvarez@example.com',
    )
  })

  test('is not found by the e-mail of somebody else with that name', async ({ portal }) => {
    const answer = await portal.visitor().act('account.forgotUsername', nameClaim({ ...amelia, email: piotr.email }))
    expect(errorsIn(answer)).toEqual([404, [['', unknownWords]]])
    expect(await portal.outbox(piotr.email)).toEqual([])
  })

  test('needs every field, each with its own words [1 §2.45 §5.11]', async ({ portal }) => {
    expect(errorsIn(await portal.visitor().act('account.forgotUsername', {}))).toEqual([
      422,
      [
        ['/PatientFirstName', 'Please enter your first name.'],
        ['/PatientLastName', 'Please enter your last name.'],
        ['/PatientDOB', 'Please enter your date of birth.'],
        ['/PatientEmail', 'Please enter your email id.'],
      ],
    ])
    const blank = { ...nameClaim(maria), PatientFirstName: '  ', PatientLastName: ' ' }
    expect(errorsIn(await portal.visitor().act('account.forgotUsername', blank))[1]).toEqual([
      ['/PatientFirstName', 'Please enter your first name.'],
      ['/PatientLastName', 'Please enter your last name.'],
    ])
  })
})

describe('what somebody says on the form for a forgotten password', () => {
  const claim = claimOf('maria.alvarez', maria)
  const tomorrow = () => new Date(Date.now() + 2 * 24 * 60 * minute).toISOString().slice(0, 10)
  const today = () => new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' })

  test.for<[string, () => object, [string, string]]>([
    ['no username', () => ({ ...claim, Username: '' }), ['/Username', 'Please enter your username.']],
    ['a blank username', () => ({ ...claim, Username: ' ' }), ['/Username', 'Please enter your username.']],
    [
      'no date of birth',
      () => ({ ...claim, PatientDOB: undefined }),
      ['/PatientDOB', 'Please enter your date of birth.'],
    ],
    ['a day that is none', () => ({ ...claim, PatientDOB: '1984-02-30' }), ['/PatientDOB', 'Invalid Date']],
    [
      'a day to come',
      () => ({ ...claim, PatientDOB: tomorrow() }),
      ['/PatientDOB', 'Date of birth should not be in the future'],
    ],
    ['no e-mail', () => ({ ...claim, PatientEmail: '' }), ['/PatientEmail', 'Please enter your email id.']],
    [
      'an e-mail without a domain',
      () => ({ ...claim, PatientEmail: 'maria@' }),
      ['/PatientEmail', 'Please enter a valid email id'],
    ],
    [
      'an e-mail without a dot',
      () => ({ ...claim, PatientEmail: 'a@b' }),
      ['/PatientEmail', 'Please enter a valid email id'],
    ],
    [
      'two addresses',
      () => ({ ...claim, PatientEmail: 'a@b.c d@e.f' }),
      ['/PatientEmail', 'Please enter a valid email id'],
    ],
  ])('is refused with %s [1 §3.7 §5.12 §5.13] [2 §5.42 §5.43]', async ([_name, claim, error], { portal }) => {
    expect(errorsIn(await portal.visitor().act('account.forgotPassword', claim()))).toEqual([422, [error]])
  })

  test('may be a birthday of today, and leads nowhere when nobody fits', async ({ portal }) => {
    const answer = await portal.visitor().act('account.forgotPassword', { ...claim, PatientDOB: today() })
    expect(errorsIn(answer)).toEqual([404, [['', unknownWords]]])
  })
})

describe('a forgotten password', () => {
  test('is recovered by a code in an e-mail [1 §2.9 §3.8 §4.20 §4.21 §5.16 §7.44 §8.16] [2 §2.5 §2.6 §2.7 §7.55 §9.35]', async ({
    portal,
  }) => {
    const visitor = portal.visitor()
    expect(blocksOf(await screenAt(visitor, '/ui/screens/user/forgotpassword'), 'form')).toHaveLength(1)
    await beginRecovery(visitor, claimOf('Maria.Alvarez', maria))
    const choice = await screenAt(visitor, codeRoute)
    expect(JSON.stringify(choice)).toContain('m********')
    expect(JSON.stringify(choice)).toContain('(***) ***-0161')
    expect(JSON.stringify(choice)).not.toContain(maria.email)
    const sent = await visitor.act('account.sendRecoveryCode', { byEmail: true })
    expect(sent.body.effects).toContainEqual({ type: 'notify', tone: 'success', text: 'Code sent successfully!' })
    expect(await portal.outbox(maria.cellPhone)).toEqual([])
    const entry = await screenAt(visitor, codeRoute)
    expect(blockIds(entry).slice(0, 2)).toEqual([['code'], ['code-countdown']])
    const code = await codeSentTo(portal, maria.email)
    expect(JSON.stringify(entry)).not.toContain(code)
    const right = await verify(visitor, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(right.body.effects).toEqual([{ type: 'navigate', to: '/user/resetpassword', replace: true }])
    expect(blockIds(await screenAt(visitor, resetRoute))[0]).toEqual(['reset-password'])
    expect((await reset(visitor, newPassword)).body.effects).toEqual([
      { type: 'purge' },
      { type: 'refresh', what: 'shell' },
      { type: 'navigate', to: '/user/login', replace: true },
      { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
    ])
    await portal.visitor().enter({ login: 'maria.alvarez', password: newPassword })
  })

  test('is recovered by a text message', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf('amelia.n', amelia))
    expect((await visitor.act('account.sendRecoveryCode', { byPhone: true })).status).toBe(200)
    expect(await portal.outbox(amelia.email)).toEqual([])
    expect((await verify(visitor, await codeSentTo(portal, amelia.cellPhone))).status).toBe(200)
    expect((await reset(visitor, newPassword)).status).toBe(200)
    await portal.visitor().enter({ login: 'amelia.n', password: newPassword })
  })

  test('gets the same code by e-mail and by text message when both are chosen', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf('john.one', johnSmith))
    await visitor.act('account.sendRecoveryCode', { byEmail: true, byPhone: true })
    const [mailed, texted] = [await codeSentTo(portal, johnSmith.email), await codeSentTo(portal, johnSmith.cellPhone)]
    expect(mailed).toBe(texted)
    expect((await verify(visitor, texted)).status).toBe(200)
  })

  test('of somebody without a phone on record is offered by e-mail alone', async ({ portal }) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claimOf('piotr.z', piotr))
    const [form] = blocksOf(await screenAt(visitor, codeRoute), 'form')
    expect(form).toMatchObject({ fields: [{ name: 'byEmail' }], value: { byEmail: true } })
    for (const chosen of [{ byPhone: true }, {}, { byEmail: false }]) {
      const answer = await visitor.act('account.sendRecoveryCode', chosen)
      expect(errorsIn(answer)).toEqual([422, [['/byEmail', 'Please choose where to send the code.']]])
    }
    expect((await visitor.act('account.sendRecoveryCode', { byEmail: true })).status).toBe(200)
    expect((await verify(visitor, await codeSentTo(portal, piotr.email))).status).toBe(200)
  })

  test('of a guardian is recovered with and without the box, for no patient has that username', async ({ portal }) => {
    const ruth = { dob: '1979-10-22', email: 'r.okafor@example.com' }
    for (const [IsGuardian, chosen] of [[undefined, 'First-Meadow-57'] as const, [true, newPassword] as const]) {
      const visitor = portal.visitor()
      await beginRecovery(visitor, { ...claimOf('r.okafor@example.com', ruth), IsGuardian })
      await visitor.act('account.sendRecoveryCode', { byEmail: true })
      await verify(visitor, await codeSentTo(portal, ruth.email))
      expect((await reset(visitor, chosen)).status).toBe(200)
    }
    const entered = await portal
      .visitor()
      .act('account.signIn', { Username: 'r.okafor@example.com', Password: newPassword, IsGuardian: true })
    expect(entered.body.effects).toMatchObject([{ type: 'open', dialog: { id: 'chooser' } }])
  })
})

describe('one username of a patient and of a guardian', () => {
  const login = 'shared.name'
  const enterAs = (visitor: Visitor, password: string, IsGuardian: boolean) =>
    visitor.act('account.signIn', { Username: login, Password: password, IsGuardian })

  test('gives the password of the one that the box means', async ({ portal }) => {
    const { dob: birthDay, email, firstName, lastName } = ada
    await makeAccountFor(portal, ada, { login, password: 'First-Garden-14' })
    const guardian = { licenseeId: 'lakeside', kind: 'guardian', login, password: 'First-Garden-15' } as const
    const patients = [{ id: '1003', emrId: 'LSD-1003', firstName: 'Lucas', lastName: 'Alvarez', relation: 'Mother' }]
    await makeAccount(
      { db: portal.database.db, passwords: testPasswords },
      { ...guardian, firstName, lastName, email, birthDay, patients },
    )
    const visitor = portal.visitor()
    await earnGrant(portal, visitor, { ...claimOf(login, ada), IsGuardian: true })
    expect((await reset(visitor, newPassword)).status).toBe(200)
    expect((await enterAs(portal.visitor(), newPassword, true)).status).toBe(200)
    expect((await enterAs(portal.visitor(), 'First-Garden-14', false)).status).toBe(200)
    await earnGrant(portal, visitor, claimOf(login, ada))
    expect((await reset(visitor, 'Other-Meadow-59')).status).toBe(200)
    expect((await enterAs(portal.visitor(), newPassword, true)).status).toBe(200)
    expect((await enterAs(portal.visitor(), 'Other-Meadow-59', false)).status).toBe(200)
  })

  test('is sent in one mail', async ({ portal }) => {
    // Without the notices of changed passwords, which may still arrive from earlier tests.
    const mails = async () =>
      (await portal.outbox(ada.email)).filter(({ subject }) => !/security settings/.test(subject))
    const before = (await mails()).length
    const [key, visitor] = ['the-key-of-asking', portal.visitor()]
    for (let turn = 0; turn < 2; turn++)
      expect((await visitor.act('account.forgotUsername', nameClaim(ada), { key })).status).toBe(200)
    const messages = await mails()
    expect(messages).toHaveLength(before + 1)
    expect(messages[0]?.text).toContain('Your usernames are:\nshared.name (as a patient)\nshared.name (as a guardian)')
  })
})

describe('a code', () => {
  const claim = claimOf('john.two', otherJohnSmith)
  const enter = async (portal: RunningPortal) => {
    const visitor = portal.visitor()
    await beginRecovery(visitor, claim)
    expect((await visitor.act('account.sendRecoveryCode', { byPhone: true })).status).toBe(200)
    return { visitor, code: await codeSentTo(portal, otherJohnSmith.cellPhone) }
  }

  test('must be six digits [1 §5.15 §9.1] [2 §5.44 §9.17]', async ({ portal }) => {
    const { visitor, code } = await enter(portal)
    const messageFor = async (typed: object) => errorsIn(await visitor.act('account.verifyRecoveryCode', typed))[1][0]
    expect(await messageFor({})).toEqual(['/code', 'Please enter the code.'])
    expect(await messageFor({ code: '12345' })).toEqual(['/code', 'Please enter the 6 digits of the code.'])
    expect(await messageFor({ code: '1234567' })).toEqual(['/code', 'Please enter the 6 digits of the code.'])
    expect(await messageFor({ code: 'abcdef' })).toEqual(['/code', 'A code has only digits.'])
    expect((await verify(visitor, code)).status).toBe(200)
  })

  test('is over after five wrong tries, the right one then included; another one counts [1 §4.19] [2 §8.22 §8.23]', async ({
    portal,
  }) => {
    const { visitor, code } = await enter(portal)
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      const { status, body } = await verify(visitor, otherThan(code))
      expect([status, body.errors]).toMatchObject([
        422,
        [{ pointer: '/code', clear: true, message: `The code is not right. You have ${left} left.` }],
      ])
    }
    for (const typed of [otherThan(code), code]) {
      const { status, body } = await verify(visitor, typed)
      expect([status, body.code]).toEqual([409, 'verification.over'])
      expect(blockIds(body.screen ?? {})).toEqual([['code-closed'], [], ['code-over'], ['resend', 'start-again']])
    }
    expect((await visitor.get(resetRoute)).body.blocks).not.toContainEqual(expect.objectContaining({ kind: 'form' }))
    const again = await visitor.act('account.resendRecoveryCode', {})
    expect(again.body.effects).toContainEqual({ type: 'notify', tone: 'success', text: 'Code re-sent successfully!' })
    expect((await verify(visitor, await codeSentTo(portal, otherJohnSmith.cellPhone))).status).toBe(200)
  })

  test('counts for two minutes, then the entry is disabled and another one can be sent [1 §4.17 §4.18 §9.1] [2 §9.17]', async ({
    portal,
  }) => {
    const { visitor, code } = await enter(portal)
    portal.clock.aheadMs = 2 * minute + 1000
    const [closed] = blocksOf(await screenAt(visitor, codeRoute), 'form')
    expect(closed).toMatchObject({ id: 'code-closed', fields: [{ disabled: { reason: expect.any(String) } }] })
    expect((await verify(visitor, code)).body.code).toBe('verification.over')
    expect((await visitor.act('account.resendRecoveryCode', {})).status).toBe(200)
    expect((await verify(visitor, code)).status).toBe(422)
    expect((await verify(visitor, await codeSentTo(portal, otherJohnSmith.cellPhone))).status).toBe(200)
  })

  test('ends when the countdown of the browser is at zero, and not before [1 §4.18]', async ({ portal }) => {
    const { visitor, code } = await enter(portal)
    const ends = () => visitor.act('account.recoveryCodeEnded', {})
    expect((await ends()).body.effects).toEqual([{ type: 'refresh', what: 'screen' }])
    expect(blockIds(await screenAt(visitor, codeRoute))[0]).toEqual(['code'])
    portal.clock.aheadMs = 2 * minute - 1000
    await ends()
    expect(blockIds(await screenAt(visitor, codeRoute))[0]).toEqual(['code-closed'])
    expect((await verify(visitor, code)).body.code).toBe('verification.over')
  })
})
