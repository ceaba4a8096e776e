/** @module-tag database */
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditLog, settingValues } from '../../server/db/schema.ts'
import type { SettingDefinition, SettingValue } from '../../server/licensees/settings/definition.ts'
import {
  definitionOf,
  isSettingName,
  settingNames,
  type SettingName,
} from '../../server/licensees/settings/registry.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const it = portalTest({ admin: 'front.desk', otherPractice: 'office.lead' })

/** Every setting as it was before anybody changed it. */
it.beforeEach(async ({ portal }) => {
  for (const licenseeId of ['lakeside', 'northgate']) {
    for (const name of settingNames) {
      const { source, version } = stateOf(portal, name, licenseeId)
      if (source === 'portal')
        await portal.portal.book.change({
          licenseeId,
          name,
          value: null,
          seenVersion: version,
          by: 'the test',
          at: new Date(),
        })
    }
  }
})

function stateOf({ portal }: RunningPortal, name: SettingName, licenseeId = 'lakeside') {
  return portal.book.state(licenseeId, name)
}
function routeOf(name: SettingName): string {
  return `/ui/screens/admin/settings/${encodeURIComponent(name)}`
}
function change(
  portal: RunningPortal,
  visitor: Visitor,
  input: { name: string; value?: unknown; seenVersion?: number },
) {
  const seenVersion = isSettingName(input.name) ? stateOf(portal, input.name).version : 0
  return visitor.act('admin.changeSetting', { seenVersion, ...input })
}

/** A valid value that differs from the default. */
const another: {
  [T in SettingDefinition['type']]: (definition: Extract<SettingDefinition, { type: T }>) => SettingValue
} = {
  boolean: (definition) => !definition.default,
  number: (definition) => definition.min,
  choice: (definition) => definition.options.at(-1)?.value ?? '',
  list: (definition) => definition.options.slice(0, 1).map(({ value }) => value),
  colour: () => '#7A1F5C',
  text: (definition) => (definition.rule ? ruled[definition.rule] : 'Other words'),
}
const ruled = {
  state: 'VT',
  zip: '05401-1234',
  phone: '(802) 555-0100',
  npi: '1234567893',
  alias: 'office',
  domain: 'portal.example.com',
  entries: 'Forms:intake; Tele check:check',
}
const anotherValue = (definition: SettingDefinition): SettingValue =>
  (another[definition.type] as (each: SettingDefinition) => SettingValue)(definition) // chosen by its type

describe('a version that nobody can have seen', () => {
  it.for([2_147_483_647, 1e15, -1])('is refused as such: %d', async (seenVersion, { admin }) => {
    for (const name of ['admin.changeSetting', 'admin.resetSetting']) {
      const { status, body } = await admin.act(name, {
        name: 'Practice_City',
        seenVersion,
        ...(name.includes('change') ? { value: 'Albany' } : {}),
      })
      expect([status, body.errors[0]?.pointer]).toEqual([422, '/seenVersion'])
    }
  })
})

describe('every setting of the registry', () => {
  it('stands in the list, with its title', async ({ admin }) => {
    const { status, body } = await admin.get('/ui/screens/admin/settings')
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    expect(settingNames.filter((name) => !text.includes(JSON.stringify(definitionOf(name).title)))).toEqual([])
  })

  it.for(settingNames)('%s can be seen, changed and reset', async (name, { portal, admin }) => {
    const definition = definitionOf(name)
    const before = stateOf(portal, name)
    const value = anotherValue(definition)
    expect(await admin.get(routeOf(name))).toMatchObject({ status: 200, body: { title: definition.title } })

    const changed = await change(portal, admin, { name, value })
    expect(changed.body.effects).toContainEqual({ type: 'notify', tone: 'success', text: 'Saved' })
    expect(stateOf(portal, name)).toMatchObject({
      value,
      source: 'portal',
      changedBy: 'front.desk',
      version: before.version + 1,
    })
    expect((await admin.get(routeOf(name))).status).toBe(200)

    const reset = await admin.act('admin.resetSetting', { name, seenVersion: before.version + 1 })
    expect(reset.status).toBe(200)
    expect(stateOf(portal, name)).toMatchObject({
      value: before.value,
      source: before.source,
      version: before.version + 2,
    })
  })

  it('has a form whose compiled checks are served', async ({ admin }) => {
    const { body } = await admin.get(routeOf('Enable PE Custom Appointments'))
    const address = /"validator":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''
    const { status, headers } = await admin.get(address)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' })
  })
})

describe('a value that cannot stand', () => {
  const longName = 'x'.repeat(201)
  const cases: [SettingName, unknown, RegExp][] = [
    ['EnableCenterLogo', 'yes', /wrong kind/],
    ['EnableCenterLogo', undefined, /fill in/],
    ['Theme_Radius', 99, /24 or less/],
    ['Theme_Radius', 4.5, /wrong kind/],
    ['Theme_Density', 'cosy', /choose one/],
    ['enable_portal_dashboard_options', [1, 9], /choose one/],
    ['enable_portal_dashboard_options', [1, 1], /choose one/],
    ['Theme_Primary_Colour', 'teal', /# and six digits/],
    ['Practice_Zip', '123', /Zip code must be 5 or 9 digits or xxxxx-yyyyy/],
    ['Practice_Phone', '555', /10 digits/],
    ['Practice_PayTo_NPI', '12', /10 digits/],
    ['LandingPageFeatures', 'Forms', /label:template/],
    ['LicenseeName', '', /fill in/],
    ['LicenseeName', longName, /at most 200/],
    ['LicenseeName', { $ne: 1 }, /./],
    ['Card_Payment_Key', undefined, /enter the new value/],
  ]
  it.for(cases)('of %s is refused with words at the field (%#)', async ([name, value, words], { portal, admin }) => {
    const before = stateOf(portal, name)
    const { status, body } = await change(portal, admin, { name, value })
    expect(status).toBe(422)
    expect(body.errors[0]?.pointer).toMatch(/^\/value/)
    expect(body.errors[0]?.message).toMatch(words)
    expect(stateOf(portal, name)).toEqual(before)
  })

  it('a colour that cannot be read on white is refused with its contrast and a shade that passes', async ({
    portal,
    admin,
  }) => {
    const { status, body } = await change(portal, admin, { name: 'Theme_Primary_Colour', value: '#18a2b8' })
    expect(status).toBe(422)
    expect(body.errors[0]).toMatchObject({ pointer: '/value', code: 'setting.contrast' })
    expect(body.detail).toMatch(/3\.04 to 1/)
    const proposal = /#[0-9a-f]{6}/.exec(body.detail)?.[0]
    expect((await change(portal, admin, { name: 'Theme_Primary_Colour', value: proposal })).status).toBe(200)
  })

  it('a setting that there is not is not found, to see or to change', async ({ portal, admin }) => {
    for (const name of ['Nonsense', 'constructor', '__proto__']) {
      expect((await admin.get(`/ui/screens/admin/settings/${name}`)).status, name).toBe(404)
      expect((await change(portal, admin, { name, value: true })).status, name).toBe(404)
    }
  })

  it('nothing can be reset that is not changed here', async ({ portal, admin }) => {
    const { status, body } = await admin.act('admin.resetSetting', {
      name: 'Theme_Radius',
      seenVersion: stateOf(portal, 'Theme_Radius').version,
    })
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: 'Nothing is changed here.' })
  })
})

describe('two admins', () => {
  it('the second reads who did what, nothing is overwritten, and a second try succeeds knowingly', async ({
    portal,
    admin,
  }) => {
    const seenVersion = stateOf(portal, 'Theme_Radius').version
    const second = await portal.signIn('front.desk')
    expect((await change(portal, admin, { name: 'Theme_Radius', value: 6, seenVersion })).status).toBe(200)

    const { status, body } = await change(portal, second, { name: 'Theme_Radius', value: 20, seenVersion })
    expect(status).toBe(409)
    expect(body.detail).toMatch(
      /^front\.desk changed this to 6 at \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M Eastern Time; your value was not saved\.$/,
    )
    expect(stateOf(portal, 'Theme_Radius').value).toBe(6)
    expect(body.screen).toMatchObject({ title: definitionOf('Theme_Radius').title, route: '/admin/settings/:name' })
    expect(body.screen?.topics).toContain('licensee:lakeside/settings/Theme_Radius')
    expect(JSON.stringify(body.screen)).toContain(`"seenVersion":${seenVersion + 1}`)

    expect(
      (await change(portal, second, { name: 'Theme_Radius', value: 20, seenVersion: seenVersion + 1 })).status,
    ).toBe(200)
    expect(stateOf(portal, 'Theme_Radius').value).toBe(20)
  })

  it('of many at once one wins and the others are told', async ({ portal, admin }) => {
    const seenVersion = stateOf(portal, 'Theme_Radius').version
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        change(portal, admin, { name: 'Theme_Radius', value: index, seenVersion }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ])
  })

  it('who resets or changes what another has reset is told', async ({ portal, admin }) => {
    const seenVersion = stateOf(portal, 'Theme_Radius').version
    await change(portal, admin, { name: 'Theme_Radius', value: 6 })
    await admin.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion: seenVersion + 1 })
    const { status, body } = await change(portal, admin, {
      name: 'Theme_Radius',
      value: 8,
      seenVersion: seenVersion + 1,
    })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'setting.resetMeanwhile' })
    expect((await admin.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion })).status).toBe(409)
  })

  it('a version that there never was is refused', async ({ portal, admin }) => {
    expect((await change(portal, admin, { name: 'PortalBillingText', value: 'x', seenVersion: 41 })).status).toBe(409)
  })
})

describe('who may', () => {
  it('a patient sees and changes no setting [1 §1.12 §6.5]', async ({ portal }) => {
    const patient = await portal.signIn('maria.alvarez')
    for (const path of ['/admin/home/dashboard', '/admin/settings', '/admin/settings/Theme_Radius'])
      expect((await patient.get(`/ui/screens${path}`)).status, path).toBe(403)
    expect((await change(portal, patient, { name: 'Theme_Radius', value: 6 })).status).toBe(403)
    expect((await patient.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion: 0 })).status).toBe(403)
    expect(stateOf(portal, 'Theme_Radius').source).toBe('default')
  })

  it('a visitor is asked to sign in at /admin', async ({ portal }) => {
    const { status, body } = await portal.visitor().get('/ui/screens/admin/settings')
    expect({ status, redirect: body.redirect }).toEqual({ status: 401, redirect: '/admin?next=%2Fadmin%2Fsettings' })
    expect((await change(portal, portal.visitor(), { name: 'Theme_Radius', value: 6 })).status).toBe(401)
  })

  it('an admin changes the own practice only, and sees no value of another', async ({
    portal,
    admin,
    otherPractice,
  }) => {
    await change(portal, admin, { name: 'PortalBillingText', value: 'Words of Lakeside' })
    expect(stateOf(portal, 'PortalBillingText', 'northgate').value).toBe('')
    expect(JSON.stringify(await otherPractice.get('/ui/screens/admin/settings'))).not.toContain('Words of Lakeside')
    expect(JSON.stringify(await otherPractice.get(routeOf('PortalBillingText')))).not.toContain('Words of Lakeside')
  })

  it('a session of one practice opens nothing at another', async ({ admin }) => {
    const { status } = await admin.get('/ui/screens/admin/settings', { host: 'northgate.localhost' })
    expect(status).toBe(401)
  })
})

describe('a secret', () => {
  it('is in no answer, whoever asks, before and after a change', async ({ portal, admin }) => {
    const secrets = [stateOf(portal, 'Card_Payment_Key').value, 'sk-brand-new-key']
    const answers: unknown[] = [
      await change(portal, admin, {
        name: 'Card_Payment_Key',
        value: secrets[1],
        seenVersion: stateOf(portal, 'Card_Payment_Key').version,
      }),
    ]
    answers.push(await change(portal, admin, { name: 'Card_Payment_Key', value: 'sk-stale', seenVersion: 90 }))
    for (const path of [
      '/ui/shell',
      '/ui/catalog',
      '/ui/screens/admin/settings',
      routeOf('Card_Payment_Key'),
      `${routeOf('Card_Payment_Key')}?explain=1`,
      '/ui/screens/?explain=1',
    ])
      answers.push(await admin.get(path))
    const text = JSON.stringify(answers)
    expect(stateOf(portal, 'Card_Payment_Key').value).toBe('sk-brand-new-key')
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('"value":"Set"')
  })

  it('can be removed', async ({ portal, admin }) => {
    expect((await change(portal, admin, { name: 'Card_Payment_Key', value: '' })).status).toBe(200)
    expect(stateOf(portal, 'Card_Payment_Key').value).toBe('')
  })
})

describe('the audit log', () => {
  it('has one row for each change that was made, without its value, and none for a refused one', async ({
    portal,
    admin,
  }) => {
    const { db } = portal.database
    const rowsOf = () => db.select().from(auditLog).where(eq(auditLog.subject, 'Card_Payment_Key')).orderBy(auditLog.id)
    const before = (await rowsOf()).length
    await change(portal, admin, { name: 'Card_Payment_Key', value: 'sk-to-audit' })
    await change(portal, admin, { name: 'Card_Payment_Key', value: 'sk-stale', seenVersion: 90 })
    const { version } = stateOf(portal, 'Card_Payment_Key')
    await admin.act('admin.resetSetting', { name: 'Card_Payment_Key', seenVersion: version })
    const rows = (await rowsOf()).slice(before)
    expect(rows.map(({ event, licenseeId }) => ({ event, licenseeId }))).toEqual([
      { event: 'action:admin.changeSetting', licenseeId: 'lakeside' },
      { event: 'action:admin.resetSetting', licenseeId: 'lakeside' },
    ])
    expect(rows.every(({ accountId }) => accountId !== null)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('sk-')
  })
})

describe('what was changed', () => {
  it('is written once for the same key', async ({ portal, admin }) => {
    const input = { name: 'Theme_Radius', value: 6, seenVersion: stateOf(portal, 'Theme_Radius').version }
    const key = 'the-same-key-twice'
    const [first, again] = [
      await admin.act('admin.changeSetting', input, { key }),
      await admin.act('admin.changeSetting', input, { key }),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(stateOf(portal, 'Theme_Radius').version).toBe(input.seenVersion + 1)
  })

  it('shapes the shell and the screens at once', async ({ portal, admin }) => {
    await change(portal, admin, { name: 'Theme_Primary_Colour', value: '#7A1F5C' })
    const { body } = await portal.visitor().get('/ui/shell')
    expect(body.theme.primary).toBe('#7A1F5C')
    expect(body.topics).toEqual(
      expect.arrayContaining([
        'licensee:lakeside/settings/Theme_Primary_Colour',
        'licensee:lakeside/settings/EnableCenterLogo',
      ]),
    )
  })

  it('stays in the database', async ({ portal, admin }) => {
    await change(portal, admin, { name: 'Theme_Radius', value: 6 })
    const rows = await portal.database.db.select().from(settingValues).where(eq(settingValues.name, 'Theme_Radius'))
    expect(rows).toMatchObject([{ licenseeId: 'lakeside', value: { value: 6 }, changedBy: 'front.desk' }])
  })
})
