import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { lookSettings } from '../../server/licensees/settings/look.settings.ts'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { accounts, auditLog, settingValues } from '../../server/db/schema.ts'
import type { SettingDefinition, SettingValue } from '../../server/licensees/settings/definition.ts'
import { staffAccessSettings } from '../../server/practice/staff-access.settings.ts'
import { allSettings, settingNamed } from '../support/all-settings.ts'
import { writeSetting } from '../../server/licensees/settings/setting-values.store.ts'
import { mailTo } from '../support/guardians.ts'
import { newMember } from '../support/staff.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ admin: 'front.desk', otherPractice: 'office.lead' })

const { Staff_Second_Factor: secondFactor } = staffAccessSettings

/** Resets every setting; the staff sign in with their password alone, as in all tests. */
it.beforeEach(async ({ portal }) => {
  for (const licenseeId of ['lakeside', 'northgate']) {
    for (const setting of allSettings) {
      const { source, version } = stateOf(portal, setting.name, licenseeId)
      if (source === 'portal' || setting === secondFactor)
        await portal.portal.settings.change({
          licenseeId,
          setting,
          value: setting === secondFactor ? false : null,
          seenVersion: version,
          by: 'the test',
          at: new Date(),
        })
    }
  }
})

function stateOf({ portal }: RunningPortal, name: string, licenseeId = 'lakeside') {
  return portal.settings.state(licenseeId, settingNamed(name))
}
function routeOf(name: string): string {
  return `/ui/screens/admin/settings/${encodeURIComponent(name)}`
}
function change(
  portal: RunningPortal,
  visitor: Visitor,
  input: { name: string; value?: unknown; seenVersion?: number },
) {
  const seenVersion = allSettings.some(({ name }) => name === input.name) ? stateOf(portal, input.name).version : 0
  return visitor.act('admin.changeSetting', { seenVersion, ...input })
}

/** Returns the settings in a list. */
function rowsOf(blocks: BlockList = []): BlockOf<'setting'>[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'setting') return [block as BlockOf<'setting'>] // by its kind
    return 'blocks' in block ? rowsOf(block.blocks) : []
  })
}

/** Returns a valid value that differs from the default. */
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
  email: 'office@example.com',
  npi: '1234567893',
  alias: 'office',
  domain: 'lakeside.localhost',
  entries: 'Forms:intake; Tele check:check',
}
const anotherValue = (definition: SettingDefinition): SettingValue =>
  (another[definition.type] as (each: SettingDefinition) => SettingValue)(definition) // selected by its type

describe('the web address of the portal', () => {
  it.for(['portal.example.com', 'northgate.localhost', 'lakeside.localhost:6666'])(
    'is one at which the practice answers, not %s',
    async (value, { admin, portal }) => {
      const { version: seenVersion } = stateOf(portal, 'portal_domain')
      const { status, body } = await admin.act('admin.changeSetting', { name: 'portal_domain', seenVersion, value })
      expect([status, body.errors]).toMatchObject([
        422,
        [
          {
            pointer: '/value',
            code: 'setting.among',
            message: 'This portal does not answer there. Enter one of: localhost, 127.0.0.1, lakeside.localhost.',
          },
        ],
      ])
    },
  )
})

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

describe('every setting', () => {
  it('is listed by exactly one feature, or is one of the portal itself', ({ portal }) => {
    const listed = [...portal.portal.settingsByName.values()]
    expect(listed.filter((setting) => !allSettings.includes(setting))).toEqual([])
    expect(allSettings.filter((setting) => !listed.includes(setting)).map(({ name }) => name)).toEqual([])
  })

  it('stands in the list, with its title', async ({ admin }) => {
    const { status, body } = await admin.get('/ui/screens/admin/settings?group=all')
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    expect(allSettings.filter(({ title }) => !text.includes(JSON.stringify(title)))).toEqual([])
  })

  it.for(allSettings.filter(({ sensitive }) => sensitive !== 'owners'))(
    '$name can be seen, changed and reset',
    async (definition, { portal, admin }) => {
      const { name } = definition
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
      expect(stateOf(portal, name)).toMatchObject({ ...before.inherited, version: before.version + 2 })
    },
  )

  it('has a form whose compiled checks are served', async ({ admin }) => {
    const { body } = await admin.get(routeOf('Enable PE Custom Appointments'))
    const address = /"validator":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''
    const { status, headers } = await admin.get(address)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' })
  })
})

describe('a value that cannot stand', () => {
  const longName = 'x'.repeat(201)
  const cases: [string, unknown, RegExp][] = [
    ['EnableCenterLogo', 'yes', /does not fit/],
    ['EnableCenterLogo', undefined, /fill in/],
    ['Theme_Radius', 99, /24 or less/],
    ['Theme_Radius', 4.5, /does not fit/],
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
    ['LicenseeName', 'Lakeside\r\nBcc: spy@example.org', /single line/],
    ['LicenseeName', 'Lakeside\u202eygolotamreD', /single line/],
    ['Card_Payment_Key', 'key\nmore', /single line/],
    ['Card_Payment_Key', undefined, /Enter the new value/],
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
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: 'Uses the default.' })
  })
})

describe('the second factor of the staff', () => {
  const { name } = secondFactor

  it('is changed by owners only; others read so', async ({ portal, admin }) => {
    const seenVersion = stateOf(portal, name).version
    for (const act of ['admin.changeSetting', 'admin.resetSetting', 'admin.undoSetting']) {
      const input = { name, seenVersion, ...(act === 'admin.changeSetting' ? { value: true } : {}) }
      const { status, body } = await admin.act(act, input)
      expect([act, status, body.code]).toEqual([act, 403, 'setting.ownersOnly'])
    }
    const { body: page } = await admin.get(routeOf(name))
    expect(JSON.stringify(page.blocks)).toContain('Only an owner can change this setting.')
    expect(JSON.stringify(page.blocks)).not.toContain('"kind":"form"')
    const { body: list } = await admin.get('/ui/screens/admin/settings?group=all')
    const row = rowsOf(list.blocks).find(({ title }) => title === secondFactor.title)
    expect([row?.switches, row?.notes?.[0]?.text]).toEqual([
      undefined,
      expect.stringContaining('Only an owner can change this setting.'),
    ])
  })

  it('changes by an owner who proves it, and all owners are told who did it', async ({ portal }) => {
    const owner = await portal.signIn('practice.owner')
    const { person } = await newMember(portal, owner, { roles: ['owner'] })
    expect((await change(portal, owner, { name, value: true })).status).toBe(200)
    const { text } = await mailTo(portal, person.email, 2) // the first one is the invitation
    expect(text).toContain('Olivia Grant changed “Second factor for the staff”')
    const others = await portal.database.db
      .select({ email: accounts.email })
      .from(accounts)
      .where(eq(accounts.login, 'practice.owner'))
    await expect
      .poll(async () => (await portal.outbox(others[0]?.email ?? ''))[0]?.text)
      .toContain('Olivia Grant changed')
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
      /^Front Desk changed “Rounded corners” to 6 at \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M (E[DS]T|Eastern Time)\. Your change was not saved\.$/,
    )
    expect(stateOf(portal, 'Theme_Radius').value).toBe(6)
    expect(body.screen).toMatchObject({ title: lookSettings.Theme_Radius.title, route: '/admin/settings/:name' })
    expect(body.screen?.topics).toContain('licensee:lakeside/settings/Theme_Radius')
    expect(JSON.stringify(body.screen)).toContain(`"seenVersion":${seenVersion + 1}`)

    expect(
      (await change(portal, second, { name: 'Theme_Radius', value: 20, seenVersion: seenVersion + 1 })).status,
    ).toBe(200)
    expect(stateOf(portal, 'Theme_Radius').value).toBe(20)
  })

  it('of many at once one wins and the others are notified', bothEngines, async ({ portal, admin }) => {
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

  it('who resets or changes what another has reset is notified', async ({ portal, admin }) => {
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

  it('of the list, the second one stays in it and reads what happened at the setting', async ({ portal, admin }) => {
    const second = await portal.signIn('front.desk')
    const seenVersion = stateOf(portal, 'Theme_Radius').version
    await change(portal, admin, { name: 'Theme_Radius', value: 6 })
    const input = { name: 'Theme_Radius', value: 20, seenVersion, list: { q: 'corners' } }
    const { status, body } = await second.act('admin.changeSetting', input)
    expect([status, body.screen?.route, body.screen?.title]).toEqual([409, '/admin/settings', 'Settings'])
    const [row, ...others] = rowsOf(body.screen?.blocks)
    expect(others).toEqual([])
    expect(row?.notes?.map(({ text }) => text)).toEqual([body.detail])
    expect(row?.result).toBeUndefined()
    expect(JSON.stringify(row?.blocks)).toContain(`"seenVersion":${seenVersion + 1}`)
    expect(stateOf(portal, 'Theme_Radius').value).toBe(6)
  })

  it('a version that there never was is refused', async ({ portal, admin }) => {
    expect((await change(portal, admin, { name: 'PortalBillingText', value: 'x', seenVersion: 41 })).status).toBe(409)
  })
})

describe('a switch in the list', () => {
  const name = 'Allow_Portal_Appointment_Booking'
  const inList = (portal: RunningPortal, value: unknown, seenVersion = stateOf(portal, name).version) => ({
    name,
    value,
    seenVersion,
    list: { group: 'appointments' },
  })
  const undo = (portal: RunningPortal, visitor: Visitor, seenVersion = stateOf(portal, name).version) =>
    visitor.act('admin.undoSetting', { name, seenVersion, list: {} })

  it('saves at once, says what holds now, and stays in the list', async ({ portal, admin }) => {
    const { status, body } = await admin.act('admin.changeSetting', inList(portal, false))
    expect(status).toBe(200)
    expect(stateOf(portal, name).value).toBe(false)
    expect(body.effects.map(({ type }) => type)).toEqual(['refresh', 'replace'])
    const [row] = rowsOf(body.effects.flatMap((effect) => (effect.type === 'replace' ? [effect.block] : [])))
    expect(row?.result).toMatchObject({ text: 'Booking is off for patients.', undo: { label: 'Undo' } })
    expect(row?.switches?.map(({ on }) => on)).toEqual([false])
  })

  it('still says so when the list is opened again, until the next change', async ({ portal, admin }) => {
    await admin.act('admin.changeSetting', inList(portal, false))
    const opened = async () => {
      const { body } = await admin.get('/ui/screens/admin/settings?q=online%20booking')
      return rowsOf(body.blocks).find(({ id }) => id === `setting-${name}`)
    }
    expect((await opened())?.result?.text).toBe('Booking is off for patients.')
    expect((await opened())?.state.text).toMatch(
      /^Changed by Front Desk, \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M( E[DS]T)?\.$/,
    )
    await admin.act('admin.changeSetting', inList(portal, true))
    expect((await opened())?.result?.text).toBe('Booking is on for patients.')
  })

  it('can be undone, and then uses the default again if it did before', async ({ portal, admin }) => {
    const before = stateOf(portal, name)
    await admin.act('admin.changeSetting', inList(portal, false))
    expect((await undo(portal, admin)).status).toBe(200)
    expect(stateOf(portal, name)).toMatchObject({ value: true, source: before.source, version: before.version + 2 })
    expect((await undo(portal, admin)).status).toBe(200)
    expect(stateOf(portal, name)).toMatchObject({ value: false, source: 'portal' })
  })

  it('is not undone over a newer change of somebody else', async ({ portal, admin }) => {
    const second = await portal.signIn('front.desk')
    await admin.act('admin.changeSetting', inList(portal, false))
    const { version } = stateOf(portal, name)
    await second.act('admin.changeSetting', inList(portal, true))
    const { status, body } = await undo(portal, admin, version)
    expect([status, body.code]).toEqual([409, 'setting.changed'])
    expect(stateOf(portal, name)).toMatchObject({ value: true, version: version + 1 })
  })

  it('is undone to what another process has replaced', async ({ portal, admin }) => {
    const city = 'Practice_City'
    const written = { licenseeId: 'lakeside', setting: settingNamed(city), by: 'front.desk', at: new Date() } as const
    await change(portal, admin, { name: city, value: 'Albany' })
    const { version } = stateOf(portal, city)
    const { db } = portal.database
    await writeSetting(db, { ...written, value: 'Buffalo', seenVersion: version })
    await writeSetting(db, { ...written, value: 'Ithaca', seenVersion: version + 1 })
    const input = { name: city, seenVersion: version + 2, list: {} }
    expect((await admin.act('admin.undoSetting', input)).status).toBe(200)
    expect(stateOf(portal, city)).toMatchObject({ value: 'Buffalo', version: version + 3 })
  })

  it('is not undone when nothing was changed, or by somebody who is no admin', async ({ portal, admin }) => {
    const never = { name: 'Practice_PayTo_NPI', list: {} }
    const { version } = stateOf(portal, 'Practice_PayTo_NPI')
    if (version === 0) {
      const { status, body } = await admin.act('admin.undoSetting', { ...never, seenVersion: 0 })
      expect([status, body.code]).toEqual([422, 'setting.nothingToUndo'])
    }
    await admin.act('admin.changeSetting', inList(portal, false))
    expect((await undo(portal, await portal.signIn('maria.alvarez'))).status).toBe(403)
    expect((await undo(portal, portal.visitor())).status).toBe(401)
    expect(stateOf(portal, name).value).toBe(false)
    expect((await admin.act('admin.undoSetting', { name: 'Nonsense', seenVersion: 0 })).status).toBe(404)
  })

  it('pressed twice at once changes once', bothEngines, async ({ portal, admin }) => {
    const { version } = stateOf(portal, name)
    const answers = await Promise.all(
      [1, 2].map(() => admin.act('admin.changeSetting', inList(portal, false, version))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(stateOf(portal, name)).toMatchObject({ value: false, version: version + 1 })
  })

  it('of ten settings in a row, each is saved and each says so', async ({ portal, admin }) => {
    const switches = allSettings.flatMap(({ name: each, type }) => (type === 'boolean' ? [each] : [])).slice(0, 10)
    for (const each of switches) {
      const { value, version } = stateOf(portal, each)
      const input = { name: each, value: value === false, seenVersion: version, list: { group: 'all' } }
      expect((await admin.act('admin.changeSetting', input)).status).toBe(200)
    }
    const { body } = await admin.get('/ui/screens/admin/settings?group=all')
    const undoable = rowsOf(body.blocks).filter(({ result }) => result?.undo)
    expect(undoable.map(({ id }) => id)).toEqual(
      expect.arrayContaining(switches.map((each) => `setting-${each.replaceAll(' ', '_')}`)),
    )
  })

  it('shows what the record server says about it, beside it', async ({ portal, admin }) => {
    const { body } = await admin.get('/ui/screens/admin/settings?q=your%20appointment%20types')
    expect(JSON.stringify(body.blocks)).toContain(
      '"src":"admin.settingWarnings?name=Enable%20PE%20Custom%20Appointments"',
    )
    const address = '/ui/regions/admin.settingWarnings?name=Enable%20PE%20Custom%20Appointments'
    expect((await admin.get(address)).status).toBe(200)
    expect((await (await portal.signIn('maria.alvarez')).get(address)).status).toBe(403)
    expect((await admin.get('/ui/regions/admin.settingWarnings?name=Nonsense')).status).toBe(404)
  })
})

describe('the details of a setting', () => {
  it('list who changed it when, without its values', async ({ portal, admin }) => {
    await change(portal, admin, { name: 'PortalBillingText', value: 'Words that nobody else sees' })
    await admin.act('admin.undoSetting', {
      name: 'PortalBillingText',
      seenVersion: stateOf(portal, 'PortalBillingText').version,
    })
    const { body } = await admin.get(routeOf('PortalBillingText'))
    const history = body.blocks.find(({ id }) => id === 'history')
    const rows = history?.kind === 'table' ? (history as BlockOf<'table'>).rows : [] // a table by its kind
    expect(rows.slice(0, 2).map(({ cells }) => [cells.what?.text, cells.who?.text])).toEqual([
      ['Undone', 'Front Desk'],
      ['Changed', 'Front Desk'],
    ])
    expect(JSON.stringify(history)).not.toContain('Words that nobody else sees')
  })
})

describe('who may', () => {
  it('a patient sees and changes no setting [1 §1.12 §6.5] [2 §6.11]', async ({ portal }) => {
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
    expect(JSON.stringify(await otherPractice.get('/ui/screens/admin/settings?group=all'))).not.toContain(
      'Words of Lakeside',
    )
    expect(JSON.stringify(await otherPractice.get(routeOf('PortalBillingText')))).not.toContain('Words of Lakeside')
  })

  it('a session of one practice opens nothing at another', async ({ admin }) => {
    const { status } = await admin.get('/ui/screens/admin/settings', { host: 'northgate.localhost' })
    expect(status).toBe(401)
  })
})

describe('a secret', () => {
  it('is in no response to any principal, before and after a change [2 §7.48]', async ({ portal, admin }) => {
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
      '/ui/screens/admin/settings?group=all',
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
  it('has one row for each change that was made, without its value, and none for a refused one [2 §4.54 §6.15]', async ({
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
