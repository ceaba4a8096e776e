import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { billingSettings } from '../practice/billing/billing.settings.ts'
import { messageSettings } from '../practice/message.settings.ts'
import { practiceSettings } from '../licensees/settings/practice.settings.ts'
import type { Setting, SettingValue } from '../licensees/settings/definition.ts'
import type { SettingsStore } from '../licensees/settings/settings-store.ts'
import { openContext } from './context.ts'
import { screen, type ScreenDefinition } from './definitions.ts'
import { explain } from './explain.ts'
import { Failure } from './failure.ts'
import { admins, anyone, patients, type Guard } from './guard.ts'
import { auditActor, type Principal } from './principal.ts'
import type { Portal } from './portal.ts'
import type { Reads } from './trace.ts'

const ann: Principal = {
  accountId: 1,
  kind: 'admin',
  roles: ['owner'],
  login: 'ann',
  firstName: 'Ann',
  lastName: 'Bell',
}
const alvarez = { firstName: 'Maria', lastName: 'Alvarez' }
const maria: Principal = {
  accountId: 2,
  kind: 'patient',
  login: 'maria',
  ...alvarez,
  patient: { id: '7', emrId: 'e7', ...alvarez },
}
const licensee = { id: 'north', name: 'North', hosts: ['north'], timeZone: 'UTC', recordServer: 'http://records/' }

const values: Record<string, SettingValue> = {
  EnableBillingForPortal: false,
  Card_Payment_Key: 'sk-12345',
  LicenseeName: 'North Practice',
}
const valueOf = (setting: Setting) => values[setting.name] ?? setting.default
const settings = {
  value: (_licenseeId: string, setting: Setting) => valueOf(setting),
  state: (_licenseeId: string, setting: Setting) => ({
    value: valueOf(setting),
    source: setting.name in values ? 'portal' : 'default',
    default: setting.default,
    version: 0,
  }),
} as unknown as SettingsStore // the members that explain() reads

const portal = {
  settings,
  checksAnswers: true,
  integratorToken: 'a-token-of-an-integrator',
  audit: { note: async () => undefined },
} as unknown as Portal // all that is read

function billing(reads: Reads): boolean {
  return reads.setting(billingSettings.EnableBillingForPortal)
}
function cardPayment(reads: Reads): boolean {
  return reads.setting(billingSettings.Card_Payment_Key) !== ''
}
function ownMail(reads: Reads): boolean {
  return reads.principal?.kind === 'patient' && reads.setting(messageSettings.AllowPortalReplies)
}

function home(guard: Guard, more: Partial<ScreenDefinition> = {}): ScreenDefinition {
  return screen({
    route: '/home',
    about: 'Home',
    guard,
    query: Type.Object({ page: Type.Optional(Type.String({ pattern: '^\\d+$' })) }, { additionalProperties: false }),
    rules: { bills: billing, pay: cardPayment, mail: ownMail },
    load: (context) => ({
      title: 'Home',
      blocks: [
        {
          kind: 'text',
          id: 'title',
          role: 'title',
          text: `Welcome ${auditActor(context.principal).actor} to ${context.setting(practiceSettings.LicenseeName)}`,
        },
        ...(context.show('bills', billing) ? [{ kind: 'text' as const, id: 'bills', text: 'Bills' }] : []),
        ...(context.show('pay', cardPayment) ? [{ kind: 'text' as const, id: 'pay', text: 'Pay' }] : []),
      ],
    }),
    ...more,
  })
}

function explained(
  definition: ScreenDefinition,
  { principal, bearer, query = {} }: { principal?: Principal; bearer?: string; query?: object } = {},
) {
  const context = openContext({ licensee, settings, principal, requestId: 'r', now: () => new Date(0) })
  return explain(portal, { definition, context, input: { query, params: {} }, bearer })
}

describe('an explanation', () => {
  it('lists the blocks that show and those that do not, with rule, settings, values and defaults', async () => {
    const { drawn, blocks } = await explained(home(anyone), { principal: ann })
    expect(drawn).toBe(true)
    expect(blocks).toEqual(
      expect.arrayContaining([
        {
          block: 'bills',
          shown: false,
          rule: 'billing',
          reads: [{ setting: 'EnableBillingForPortal', value: false, default: true, source: 'portal' }],
        },
        { block: 'title', kind: 'text', shown: true, rule: 'always', reads: [] },
        expect.objectContaining({ block: 'pay', kind: 'text', shown: true, rule: 'cardPayment' }),
      ]),
    )
  })

  it('lists also the blocks whose rule did not come to run', async () => {
    const { blocks } = await explained(home(anyone), { principal: ann })
    expect(blocks).toContainEqual({ block: 'mail', shown: false, rule: 'ownMail', reads: [] })
  })

  it('lists every setting that was read, also for words only', async () => {
    const { reads } = await explained(home(anyone), { principal: ann })
    expect(reads.map(({ setting }) => setting)).toEqual(
      expect.arrayContaining(['LicenseeName', 'EnableBillingForPortal', 'Card_Payment_Key']),
    )
  })

  it('tells no secret and nothing of a person', async () => {
    const text = JSON.stringify(await explained(home(anyone), { principal: ann }))
    for (const word of ['sk-12345', 'Ann', 'ann', 'Bell', 'Welcome']) expect(text).not.toContain(word)
    expect(text).toContain('(kept secret)')
  })

  it('runs the rules for nobody where the asker may not open the screen', async () => {
    const { drawn, because, blocks } = await explained(home(patients), { principal: ann })
    expect({ drawn, because }).toEqual({ drawn: false, because: 'guard' })
    expect(blocks.map(({ block, shown }) => ({ block, shown }))).toEqual([
      { block: 'bills', shown: false },
      { block: 'pay', shown: true },
      { block: 'mail', shown: false },
    ])
  })

  it('says which rule switched a whole screen off', async () => {
    const { drawn, because, blocks } = await explained(home(admins, { offered: billing }), { principal: ann })
    expect({ drawn, because }).toEqual({ drawn: false, because: 'switched off' })
    expect(blocks[0]).toMatchObject({ block: '*', shown: false, rule: 'billing' })
    expect(blocks).toHaveLength(4)
  })

  it('explains the rules also where the address lacks something', async () => {
    expect(await explained(home(anyone), { principal: ann, query: { page: 'x' } })).toMatchObject({
      drawn: false,
      because: 'input.invalid',
    })
    const lost = home(anyone, { load: () => Promise.reject(new Failure('address.invalid')) })
    expect(await explained(lost, { principal: ann })).toMatchObject({ drawn: false, because: 'address.invalid' })
  })
})

describe('who gets an explanation', () => {
  it('an integrator with the right token', async () => {
    expect(await explained(home(patients), { bearer: 'a-token-of-an-integrator' })).toMatchObject({ drawn: false })
  })

  it('no patient, no visitor and nobody with another token', async () => {
    const refused = { code: 'access.denied' }
    await expect(explained(home(patients), { principal: maria })).rejects.toMatchObject(refused)
    await expect(explained(home(anyone))).rejects.toMatchObject(refused)
    await expect(explained(home(anyone), { bearer: 'a-token-of-somebody-else' })).rejects.toMatchObject(refused)
    await expect(explained(home(anyone), { bearer: '' })).rejects.toMatchObject(refused)
  })
})
