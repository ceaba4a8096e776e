import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLog, settingValues } from '../../server/db/schema.ts'
import type { SettingDefinition, SettingValue } from '../../server/licensees/settings/definition.ts'
import {
  definitionOf,
  isSettingName,
  settingNames,
  type SettingName,
} from '../../server/licensees/settings/registry.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'

let running: RunningPortal
let admin: Visitor
let otherPractice: Visitor

beforeAll(async () => {
  running = await startPortal()
  admin = await running.signIn('front.desk')
  otherPractice = await running.signIn('office.lead')
})
afterAll(() => running.close())

/** Every setting as it was before anybody changed it. */
beforeEach(async () => {
  for (const licenseeId of ['lakeside', 'northgate']) {
    for (const name of settingNames) {
      const { source, version } = stateOf(name, licenseeId)
      if (source === 'portal')
        await running.portal.book.change({
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

function stateOf(name: SettingName, licenseeId = 'lakeside') {
  return running.portal.book.state(licenseeId, name)
}
function routeOf(name: SettingName): string {
  return `/ui/screens/admin/settings/${encodeURIComponent(name)}`
}
function change(visitor: Visitor, input: { name: string; value?: unknown; seenVersion?: number }) {
  const seenVersion = isSettingName(input.name) ? stateOf(input.name).version : 0
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
  it.each([2_147_483_647, 1e15, -1])('is refused as such: %d', async (seenVersion) => {
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
  it('stands in the list, with its title', async () => {
    const { status, body } = await admin.get('/ui/screens/admin/settings')
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    expect(settingNames.filter((name) => !text.includes(JSON.stringify(definitionOf(name).title)))).toEqual([])
  })

  it.each(settingNames)('%s can be seen, changed and reset', async (name) => {
    const definition = definitionOf(name)
    const before = stateOf(name)
    const value = anotherValue(definition)
    expect(await admin.get(routeOf(name))).toMatchObject({ status: 200, body: { title: definition.title } })

    const changed = await change(admin, { name, value })
    expect(changed.body.effects).toContainEqual({ type: 'notify', tone: 'success', text: 'Saved' })
    expect(stateOf(name)).toMatchObject({
      value,
      source: 'portal',
      changedBy: 'front.desk',
      version: before.version + 1,
    })
    expect((await admin.get(routeOf(name))).status).toBe(200)

    const reset = await admin.act('admin.resetSetting', { name, seenVersion: before.version + 1 })
    expect(reset.status).toBe(200)
    expect(stateOf(name)).toMatchObject({ value: before.value, source: before.source, version: before.version + 2 })
  })

  it('has a form whose compiled checks are served', async () => {
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
  it.each(cases)('of %s is refused with words at the field (%#)', async (name, value, words) => {
    const before = stateOf(name)
    const { status, body } = await change(admin, { name, value })
    expect(status).toBe(422)
    expect(body.errors[0]?.pointer).toMatch(/^\/value/)
    expect(body.errors[0]?.message).toMatch(words)
    expect(stateOf(name)).toEqual(before)
  })

  it('a colour that cannot be read on white is refused with its contrast and a shade that passes', async () => {
    const { status, body } = await change(admin, { name: 'Theme_Primary_Colour', value: '#18a2b8' })
    expect(status).toBe(422)
    expect(body.errors[0]).toMatchObject({ pointer: '/value', code: 'setting.contrast' })
    expect(body.detail).toMatch(/3\.04 to 1/)
    const proposal = /#[0-9a-f]{6}/.exec(body.detail)?.[0]
    expect((await change(admin, { name: 'Theme_Primary_Colour', value: proposal })).status).toBe(200)
  })

  it('a setting that there is not is not found, to see or to change', async () => {
    for (const name of ['Nonsense', 'constructor', '__proto__']) {
      expect((await admin.get(`/ui/screens/admin/settings/${name}`)).status, name).toBe(404)
      expect((await change(admin, { name, value: true })).status, name).toBe(404)
    }
  })

  it('nothing can be reset that is not changed here', async () => {
    const { status, body } = await admin.act('admin.resetSetting', {
      name: 'Theme_Radius',
      seenVersion: stateOf('Theme_Radius').version,
    })
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: 'Nothing is changed here.' })
  })
})

describe('two admins', () => {
  it('the second reads who did what, nothing is overwritten, and a second try succeeds knowingly', async () => {
    const seenVersion = stateOf('Theme_Radius').version
    const second = await running.signIn('front.desk')
    expect((await change(admin, { name: 'Theme_Radius', value: 6, seenVersion })).status).toBe(200)

    const { status, body } = await change(second, { name: 'Theme_Radius', value: 20, seenVersion })
    expect(status).toBe(409)
    expect(body.detail).toMatch(
      /^front\.desk changed this to 6 at \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M Eastern Time; your value was not saved\.$/,
    )
    expect(stateOf('Theme_Radius').value).toBe(6)
    expect(body.screen).toMatchObject({ title: definitionOf('Theme_Radius').title, route: '/admin/settings/:name' })
    expect(body.screen?.topics).toContain('licensee:lakeside/settings/Theme_Radius')
    expect(JSON.stringify(body.screen)).toContain(`"seenVersion":${seenVersion + 1}`)

    expect((await change(second, { name: 'Theme_Radius', value: 20, seenVersion: seenVersion + 1 })).status).toBe(200)
    expect(stateOf('Theme_Radius').value).toBe(20)
  })

  it('of many at once one wins and the others are told', async () => {
    const seenVersion = stateOf('Theme_Radius').version
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(admin, { name: 'Theme_Radius', value: index, seenVersion })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ])
  })

  it('who resets or changes what another has reset is told', async () => {
    const seenVersion = stateOf('Theme_Radius').version
    await change(admin, { name: 'Theme_Radius', value: 6 })
    await admin.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion: seenVersion + 1 })
    const { status, body } = await change(admin, { name: 'Theme_Radius', value: 8, seenVersion: seenVersion + 1 })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'setting.resetMeanwhile' })
    expect((await admin.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion })).status).toBe(409)
  })

  it('a version that there never was is refused', async () => {
    expect((await change(admin, { name: 'PortalBillingText', value: 'x', seenVersion: 41 })).status).toBe(409)
  })
})

describe('who may', () => {
  it('a patient sees and changes no setting [1 §1.12 §6.5]', async () => {
    const patient = await running.signIn('maria.alvarez')
    for (const path of ['/admin/home/dashboard', '/admin/settings', '/admin/settings/Theme_Radius'])
      expect((await patient.get(`/ui/screens${path}`)).status, path).toBe(403)
    expect((await change(patient, { name: 'Theme_Radius', value: 6 })).status).toBe(403)
    expect((await patient.act('admin.resetSetting', { name: 'Theme_Radius', seenVersion: 0 })).status).toBe(403)
    expect(stateOf('Theme_Radius').source).toBe('default')
  })

  it('a visitor is asked to sign in at /admin', async () => {
    const { status, body } = await running.visitor().get('/ui/screens/admin/settings')
    expect({ status, redirect: body.redirect }).toEqual({ status: 401, redirect: '/admin?next=%2Fadmin%2Fsettings' })
    expect((await change(running.visitor(), { name: 'Theme_Radius', value: 6 })).status).toBe(401)
  })

  it('an admin changes the own practice only, and sees no value of another', async () => {
    await change(admin, { name: 'PortalBillingText', value: 'Words of Lakeside' })
    expect(stateOf('PortalBillingText', 'northgate').value).toBe('')
    expect(JSON.stringify(await otherPractice.get('/ui/screens/admin/settings'))).not.toContain('Words of Lakeside')
    expect(JSON.stringify(await otherPractice.get(routeOf('PortalBillingText')))).not.toContain('Words of Lakeside')
  })

  it('a session of one practice opens nothing at another', async () => {
    const { status } = await admin.get('/ui/screens/admin/settings', { host: 'northgate.localhost' })
    expect(status).toBe(401)
  })
})

describe('a secret', () => {
  it('is in no answer, whoever asks, before and after a change', async () => {
    const secrets = [stateOf('Card_Payment_Key').value, 'sk-brand-new-key']
    const answers: unknown[] = [
      await change(admin, {
        name: 'Card_Payment_Key',
        value: secrets[1],
        seenVersion: stateOf('Card_Payment_Key').version,
      }),
    ]
    answers.push(await change(admin, { name: 'Card_Payment_Key', value: 'sk-stale', seenVersion: 90 }))
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
    expect(stateOf('Card_Payment_Key').value).toBe('sk-brand-new-key')
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('"value":"Set"')
  })

  it('can be removed', async () => {
    expect((await change(admin, { name: 'Card_Payment_Key', value: '' })).status).toBe(200)
    expect(stateOf('Card_Payment_Key').value).toBe('')
  })
})

describe('the audit log', () => {
  it('has one row for each change that was made, without its value, and none for a refused one', async () => {
    const { db } = running.database
    const rowsOf = () => db.select().from(auditLog).where(eq(auditLog.subject, 'Card_Payment_Key')).orderBy(auditLog.id)
    const before = (await rowsOf()).length
    await change(admin, { name: 'Card_Payment_Key', value: 'sk-to-audit' })
    await change(admin, { name: 'Card_Payment_Key', value: 'sk-stale', seenVersion: 90 })
    const { version } = stateOf('Card_Payment_Key')
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
  it('is written once for the same key', async () => {
    const input = { name: 'Theme_Radius', value: 6, seenVersion: stateOf('Theme_Radius').version }
    const key = 'the-same-key-twice'
    const [first, again] = [
      await admin.act('admin.changeSetting', input, { key }),
      await admin.act('admin.changeSetting', input, { key }),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(stateOf('Theme_Radius').version).toBe(input.seenVersion + 1)
  })

  it('shapes the shell and the screens at once', async () => {
    await change(admin, { name: 'Theme_Primary_Colour', value: '#7A1F5C' })
    const { body } = await running.visitor().get('/ui/shell')
    expect(body.theme.primary).toBe('#7A1F5C')
    expect(body.topics).toEqual(
      expect.arrayContaining([
        'licensee:lakeside/settings/Theme_Primary_Colour',
        'licensee:lakeside/settings/EnableCenterLogo',
      ]),
    )
  })

  it('stays in the database', async () => {
    await change(admin, { name: 'Theme_Radius', value: 6 })
    const rows = await running.database.db.select().from(settingValues).where(eq(settingValues.name, 'Theme_Radius'))
    expect(rows).toMatchObject([{ licenseeId: 'lakeside', value: { value: 6 }, changedBy: 'front.desk' }])
  })
})
