import { afterEach, describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import { enrol, nextStep, outlastProof, type AuthenticatorApp } from '../support/authenticator-app.ts'
import { settingNamed } from '../support/all-settings.ts'
import { messageTo } from '../support/message-to.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { openDevice } from '../support/passkey-device.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { chosen, invitedStaff, memberNamed, newStaff } from '../support/staff.ts'
import { withSetting } from '../support/switches.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { bothEngines } from '../support/databases.ts'

const root = '/admin/account'
const origin = 'http://lakeside.localhost'
const owner = { Username: 'practice.owner', Password: 'Harbor-Owner-31' }
const minuteMs = 60_000

/** The practice wants a second factor, as by default; its owner has an authenticator app. */
const test = portalTest({}, { staffSecondFactor: true })
  .extend('enrolled', { scope: 'file' }, async ({ portal }) => {
    const visitor = portal.visitor()
    await visitor.act('account.adminSignIn', owner)
    nextStep(portal)
    return enrolOwner(portal, visitor)
  })
  .extend('app', { scope: 'file' }, ({ enrolled }) => enrolled.app)

/** The password alone has begun the set-up. */
function enrolOwner(portal: RunningPortal, visitor: Visitor) {
  return enrol(portal, visitor, { password: owner.Password, root })
}

type App = AuthenticatorApp

/** A later step of the app than any test has used: the clock begins anew for each test. */
let seconds = 0

/** A browser in which the owner has just signed in with password and code. */
async function ownerOf(portal: RunningPortal, app: App): Promise<Visitor> {
  const countAgain = withoutLimits(portal)
  seconds += 120
  portal.clock.aheadMs = Math.max(portal.clock.aheadMs, seconds * 1000)
  const visitor = portal.visitor()
  await visitor.act('account.adminSignIn', owner)
  nextStep(portal)
  const { status } = await visitor.act('account.enterCode', { code: app.code() })
  expect(status).toBe(200)
  nextStep(portal)
  countAgain()
  return visitor
}

/** What the next test must be later than. */
afterEach(() => void (seconds += 30 * 60))

/** The dialog in which a person proves who they are; undefined if the answer is another one. */
function dialogIn(effects: readonly Effect[]) {
  const [effect] = effects
  return effect?.type === 'open' && typeof effect.dialog === 'object' ? effect.dialog : undefined
}

function change({ portal }: RunningPortal, name: string, value: unknown) {
  return { name, value, seenVersion: portal.settings.state('lakeside', settingNamed(name)).version }
}

const valueOf = ({ portal }: RunningPortal, name: string) => portal.settings.value('lakeside', settingNamed(name))

describe.sequential('a setting of security, payments or accounts', () => {
  test('is not changed by a session alone, however fresh: a dialog requests the second factor', async ({
    portal,
    app,
  }) => {
    const visitor = await ownerOf(portal, app)
    const input = change(portal, 'Portal_Payment_Credit', true)
    const { status, body } = await visitor.act('admin.changeSetting', input)
    const dialog = dialogIn(body.effects)
    expect([status, dialog?.id, dialog?.title]).toEqual([200, 'prove-again', 'Confirm that it is you'])
    const [form] = blocksOf(dialog?.blocks, 'form')
    expect(form?.submit.do).toMatchObject({ type: 'submit', action: 'admin.changeSetting', input })
    expect(form?.fields.map(({ name, widget }) => [name, widget])).toEqual([['Proof', 'code']])
    expect(valueOf(portal, 'Portal_Payment_Credit')).toBe(false)
  })

  test('is not changed by the password, a wrong code or a used one, and by the right code once', async ({
    portal,
    app,
  }) => {
    const visitor = await ownerOf(portal, app)
    const input = change(portal, 'Portal_Payment_Credit', true)
    for (const Proof of [owner.Password, '000000', ' ', app.code(-8), app.code(-1)]) {
      const { status, body } = await visitor.act('admin.changeSetting', { ...input, Proof })
      expect([Proof, status, body.errors?.[0]]).toMatchObject([Proof, 422, { pointer: '/Proof' }])
    }
    expect(valueOf(portal, 'Portal_Payment_Credit')).toBe(false)
    const done = await visitor.act('admin.changeSetting', { ...input, Proof: app.code() })
    expect([done.status, done.body.effects[0]]).toEqual([200, { type: 'close' }])
    expect(valueOf(portal, 'Portal_Payment_Credit')).toBe(true)
  })

  test('needs no second proof for ten minutes, in this browser only', async ({ portal, app }) => {
    const [visitor, other] = [await ownerOf(portal, app), await ownerOf(portal, app)]
    const proven = await visitor.act('admin.changeSetting', {
      ...change(portal, 'Portal_Payment_Credit', false),
      Proof: app.code(),
    })
    expect(proven.status).toBe(200)
    portal.clock.aheadMs += 9 * minuteMs
    const again = await visitor.act('admin.undoSetting', change(portal, 'Portal_Payment_Credit', undefined))
    expect([dialogIn(again.body.effects), valueOf(portal, 'Portal_Payment_Credit')]).toEqual([undefined, true])
    const elsewhere = await other.act('admin.changeSetting', change(portal, 'Portal_Payment_Credit', false))
    expect(dialogIn(elsewhere.body.effects)?.id).toBe('prove-again')
    portal.clock.aheadMs += 2 * minuteMs
    for (const [name, input] of [
      ['admin.changeSetting', change(portal, 'Portal_Payment_Credit', false)],
      ['admin.undoSetting', change(portal, 'Portal_Payment_Credit', undefined)],
      ['admin.resetSetting', change(portal, 'Portal_Payment_Credit', undefined)],
    ] as const)
      expect([name, dialogIn((await visitor.act(name, input)).body.effects)?.id]).toEqual([name, 'prove-again'])
    expect(valueOf(portal, 'Portal_Payment_Credit')).toBe(true)
  })

  test('is out of reach for who has taken the cookie of a session whose owner has just proven', async ({
    portal,
    app,
  }) => {
    const visitor = await ownerOf(portal, app)
    await visitor.act('admin.changeSetting', { ...change(portal, 'Portal_Payment_Credit', false), Proof: app.code() })
    const session = `portal_session=${visitor.cookies.get('portal_session')}`
    const thief = portal.visitor()
    const headers = { cookie: session }
    const mayRead = await thief.get('/ui/screens/admin/settings', headers)
    const taken = await thief.act('admin.changeSetting', change(portal, 'Portal_Passkeys', true), { headers })
    expect([mayRead.status, dialogIn(taken.body.effects)?.id]).toEqual([200, 'prove-again'])
    expect(valueOf(portal, 'Portal_Passkeys')).toBe(false)
  })

  test('does not take the proof of another person of the same browser, nor one from before signing out', async ({
    portal,
    app,
  }) => {
    const visitor = await ownerOf(portal, app)
    await visitor.act('admin.changeSetting', { ...change(portal, 'Portal_Passkeys', true), Proof: app.code() })
    expect(valueOf(portal, 'Portal_Passkeys')).toBe(true)
    const proof = visitor.cookies.get('portal_flow_proof')
    await visitor.act('account.signOut', {})
    expect(visitor.cookies.get('portal_flow_proof')).toBeUndefined()
    const again = await ownerOf(portal, app)
    const kept = [...again.cookies, ['portal_flow_proof', proof ?? '']].map((pair) => pair.join('=')).join('; ')
    const input = change(portal, 'Portal_Passkeys', false)
    const { body } = await again.act('admin.changeSetting', input, { headers: { cookie: kept } })
    expect(dialogIn(body.effects)?.id).toBe('prove-again')
    expect(valueOf(portal, 'Portal_Passkeys')).toBe(true)
  })

  test('that is refused is refused before anything is proven', async ({ portal, app }) => {
    const visitor = await ownerOf(portal, app)
    const { status, body } = await visitor.act('admin.changeSetting', change(portal, 'portal_domain', 'evil.example'))
    expect([status, body.code]).toEqual([422, 'setting.among'])
  })

  test('keeps the proof when the change itself fails: the next try needs none', async ({ portal, app }) => {
    const visitor = await ownerOf(portal, app)
    const stale = { ...change(portal, 'Portal_Passkeys', false), seenVersion: 0 }
    const failed = await visitor.act('admin.changeSetting', { ...stale, Proof: app.code() })
    expect(failed.status).toBe(409)
    const { body } = await visitor.act('admin.changeSetting', change(portal, 'Portal_Passkeys', false))
    expect([dialogIn(body.effects), valueOf(portal, 'Portal_Passkeys')]).toEqual([undefined, false])
  })

  test('of another kind needs no proof', async ({ portal, app }) => {
    const visitor = await ownerOf(portal, app)
    const { body } = await visitor.act('admin.changeSetting', change(portal, 'EnableCenterLogo', true))
    expect([dialogIn(body.effects), valueOf(portal, 'EnableCenterLogo')]).toEqual([undefined, true])
  })
})

describe.sequential('proving again', bothEngines, () => {
  test('by a passkey is one press, for the person of the session only', async ({ portal, app }) => {
    const inviter = await ownerOf(portal, app)
    const holder = await keyHolder(portal, inviter, { login: 'key.settings', Proof: app.code() })
    const stranger = await keyHolder(portal, inviter, { login: 'key.stranger' })
    await outlastProof(portal, holder.visitor)
    const input = change(portal, 'Portal_Passkeys', true)
    const dialog = dialogIn((await holder.visitor.act('admin.changeSetting', input)).body.effects)
    expect([blocksOf(dialog?.blocks, 'form'), blocksOf(dialog?.blocks, 'action')]).toMatchObject([
      [],
      [{ text: 'Use your passkey', do: { action: 'admin.changeSetting', input: { ...input, ProveBy: 'passkey' } } }],
    ])
    const request = async () => {
      const { body } = await holder.visitor.act('admin.changeSetting', { ...input, ProveBy: 'passkey' })
      expect(body.effects).toMatchObject([{ type: 'close' }, { type: 'credential', mode: 'get', input }])
      return body.effects[1]
    }
    const [strangersKey] = stranger.device.keys
    const wrong = [
      (options: Effect | undefined) => stranger.device.get(options, { origin, key: strangersKey }),
      (options: Effect | undefined) => holder.device.get(options, { origin, verified: false }),
      (options: Effect | undefined) => holder.device.get(options, { origin: 'https://evil.example' }),
    ]
    for (const make of wrong) {
      const credential = make(await request())
      const { status, body } = await holder.visitor.act('admin.changeSetting', { ...input, credential })
      expect([status, body.code]).toEqual([422, 'proof.wrongPasskey'])
    }
    const password = await holder.visitor.act('admin.changeSetting', { ...input, Proof: chosen.Password })
    expect([password.status, password.body.code]).toEqual([422, 'proof.wrong'])
    expect(valueOf(portal, 'Portal_Passkeys')).toBe(false)

    const credential = holder.device.get(await request(), { origin })
    const done = await holder.visitor.act('admin.changeSetting', { ...input, credential })
    expect([done.status, valueOf(portal, 'Portal_Passkeys')]).toEqual([200, true])
    await outlastProof(portal, holder.visitor)
    const replayed = await holder.visitor.act('admin.changeSetting', {
      ...change(portal, 'Portal_Passkeys', false),
      credential,
    })
    expect([replayed.status, replayed.body.code]).toEqual([409, 'proof.wrongPasskey'])
  })

  test('by a recovery code is for who has lost the phone: each works once, and its owner is told', async ({
    portal,
    app,
    enrolled,
  }) => {
    const visitor = await ownerOf(portal, app)
    const by = { ProveBy: 'recovery code' } as const
    const dialog = dialogIn((await visitor.act('account.disableSecondFactor', by)).body.effects)
    const [form] = blocksOf(dialog?.blocks, 'form')
    expect([dialog?.id, form?.fields[0]?.label, form?.submit.do]).toMatchObject([
      'prove-again',
      'Recovery code',
      { action: 'account.disableSecondFactor', input: by },
    ])
    const [code = '', unused = ''] = enrolled.codes
    const third = await ownerOf(portal, app)
    const other = await ownerOf(portal, app)
    const countAgain = withoutLimits(portal)
    const input = change(portal, 'Portal_Payment_Credit', false)
    for (const [Proof, with_] of [
      ['7K2M-9QXR-0VTC-4H1E', by],
      [app.code(), by],
      [owner.Password, by],
      [code, {}],
    ] as const) {
      const { status, body } = await visitor.act('admin.changeSetting', { ...input, Proof, ...with_ })
      expect([Proof, status, body.errors[0]?.pointer]).toEqual([Proof, 422, '/Proof'])
    }
    const empty = await visitor.act('admin.changeSetting', { ...input, Proof: '', ...by })
    expect(empty.status).toBe(422)
    const done = await visitor.act('admin.changeSetting', { ...input, Proof: code.toLowerCase(), ...by })
    expect([done.status, done.body.effects[0], valueOf(portal, 'Portal_Payment_Credit')]).toEqual([
      200,
      { type: 'close' },
      false,
    ])
    await messageTo(portal, 'practice.owner@lakeside.example.com', /recovery code/)
    const again = change(portal, 'Portal_Payment_Credit', true)
    const used = await other.act('admin.changeSetting', { ...again, Proof: code, ...by })
    expect([used.status, used.body.code]).toEqual([422, 'proof.wrongRecovery'])
    const twice = await Promise.all(
      [other, third].map((each) => each.act('admin.changeSetting', { ...again, Proof: unused, ...by })),
    )
    countAgain()
    expect(twice.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 422])
  })

  test('is by the password where the practice wants no second factor', async ({ portal }) => {
    await withSetting(portal, { name: 'Staff_Second_Factor', value: false }, async () => {
      const visitor = portal.visitor()
      await visitor.act('account.adminSignIn', { Username: 'settings.desk', Password: 'Color-Wheel-29' })
      const input = change(portal, 'Portal_Passkeys', false)
      const requested = dialogIn((await visitor.act('admin.changeSetting', input, { proves: false })).body.effects)
      expect(blocksOf(requested?.blocks, 'form')[0]?.fields.map(({ widget }) => widget)).toEqual(['password'])
      expect((await visitor.act('admin.changeSetting', { ...input, Proof: 'Wrong-River-58' })).status).toBe(422)
      expect((await visitor.act('admin.changeSetting', { ...input, Proof: 'Color-Wheel-29' })).status).toBe(200)
      expect(valueOf(portal, 'Portal_Passkeys')).toBe(false)
    })
  })
})

/** An invited person of the front desk and the settings whose second factor is a passkey. */
async function keyHolder(portal: RunningPortal, inviter: Visitor, { login, Proof }: { login: string; Proof?: string }) {
  const roles = { roles: ['front desk', 'settings'], ...(Proof ? { Proof } : {}) }
  const { token } = await invitedStaff(portal, inviter, roles)
  const visitor = portal.visitor()
  await visitor.act('account.acceptStaffInvitation', { token, Login: login, ...chosen })
  const device = openDevice()
  const begun = await visitor.act('account.passkeyOptions', { Proof: chosen.Password })
  const credential = device.create(begun.body.effects.at(-1), { origin })
  expect((await visitor.act('account.addPasskey', { credential })).status).toBe(200)
  return { visitor, device }
}

describe.sequential('what gives or takes access to an account', () => {
  test('needs a proof, and does nothing without one', async ({ portal, app }) => {
    const visitor = await ownerOf(portal, app)
    const { accountId: member } = await memberNamed(portal, 'calls.desk')
    const patient = '1001'
    const [reason, roles] = ['Called from the number on record', ['front desk']]
    const acts: [string, object][] = [
      ['staff.invite', newStaff()],
      ['staff.changeRoles', { member, seen: ['front desk'], roles: ['front desk', 'owner'] }],
      ['staff.endAccess', { member, reason }],
      ['staff.restoreAccess', { member }],
      ['staff.turnOffSecondFactor', { member, reason }],
      ['staff.sendPasswordLink', { member }],
      ['staff.sendInvitationAgain', { invitation: 'a' }],
      ['accountHelp.sendLink', { patient, version: 0 }],
      ['accountHelp.setOneTimePassword', { patient, version: 0 }],
      ['accountHelp.removeSecondFactor', { patient, reason }],
      ['accountHelp.confirmSecondFactor', { patient }],
      ['accountHelp.sendEmailLink', { patient, guardian: 1, email: 'new@example.com', reason }],
      ['accountHelp.undoMatch', { patient, reason }],
      ['accountHelp.enable', { patient, reason }],
      ['account.removePasskey', { passkey: 'none' }],
      ['account.beginSecondFactor', {}],
      ['account.passkeyOptions', {}],
      ['account.newRecoveryCodes', {}],
      ['account.disableSecondFactor', {}],
    ]
    for (const [name, input] of acts) {
      const { status, body } = await visitor.act(name, input)
      expect([name, status, dialogIn(body.effects ?? [])?.id]).toEqual([name, 200, 'prove-again'])
    }
    expect(await memberNamed(portal, 'calls.desk')).toMatchObject({ roles, endedAt: null })
  })
})

describe.sequential('tries to prove', () => {
  test('is limited: codes cannot be tried one after the other', async ({ portal, app }) => {
    const visitor = await ownerOf(portal, app)
    const input = change(portal, 'Portal_Passkeys', true)
    const tries: number[] = []
    for (let count = 0; count < 11; count++)
      tries.push((await visitor.act('admin.changeSetting', { ...input, Proof: '000000' })).status)
    expect([tries[0], tries.at(-1)]).toEqual([422, 429])
    nextStep(portal)
    const right = await visitor.act('admin.changeSetting', { ...input, Proof: app.code() })
    expect([right.status, valueOf(portal, 'Portal_Passkeys')]).toEqual([429, false])
  })
})
