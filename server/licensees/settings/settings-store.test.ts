import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrivalSettings } from '../../features/arrival/arrival.settings.ts'
import { billingSettings } from '../../practice/billing/billing.settings.ts'
import { billsSettings } from '../../features/billing/bills.settings.ts'
import { lookSettings } from './look.settings.ts'
import { practiceSettings } from './practice.settings.ts'
import { testEncryption } from '../../../tests/support/encryption.ts'
import { bothEngines, openTestDatabase } from '../../../tests/support/databases.ts'
import type { Database } from '../../db/open.ts'
import { settingValues } from '../../db/schema.ts'
import { coreSettings } from './core-settings.ts'
import { openSettingsStore, type SettingsStore } from './settings-store.ts'
import { writeSetting } from './setting-values.store.ts'

const practices = [
  { id: 'north', name: 'North Practice', hosts: ['north.example', 'portal.north.example'] },
  { id: 'south', name: 'South Practice', hosts: ['south.example'] },
]
const at = new Date('2026-03-01T12:00:00Z')
const change = {
  licenseeId: 'north',
  setting: lookSettings.EnableCenterLogo,
  value: true,
  seenVersion: 0,
  by: 'ann',
  at,
} as const

let database: Database
let settings: SettingsStore

beforeAll(async () => {
  database = await openTestDatabase('portal', { engine: 'pglite' })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(settingValues)
  settings = await openSettingsStore(database.db, practices, testEncryption)
})

describe('the settings book', () => {
  it('answers the default where nobody said otherwise', () => {
    expect(settings.state('north', lookSettings.EnableCenterLogo)).toEqual({
      value: false,
      source: 'default',
      default: false,
      inherited: { value: false, source: 'default' },
      version: 0,
    })
  })

  it('gives every practice its configured name until there is another', async () => {
    expect(settings.value('south', practiceSettings.LicenseeName)).toBe('South Practice')
    await settings.refreshFromPractice('south', {
      settings: coreSettings,
      ask: async (name) => (name === 'LicenseeName' ? 'South Dermatology' : undefined),
    })
    expect(settings.value('south', practiceSettings.LicenseeName)).toBe('South Dermatology')
  })

  it('takes a host of the practice only, wherever it comes from', async () => {
    const { portal_domain } = practiceSettings
    const read = (text: string) =>
      settings.refreshFromPractice('north', { settings: [portal_domain], ask: () => Promise.resolve(text) })
    await read('Portal.North.example')
    expect(settings.value('north', portal_domain)).toBe('Portal.North.example')
    await read('evil.example')
    expect(settings.state('north', portal_domain)).toMatchObject({ value: '', source: 'default' })
    for (const [seenVersion, value] of ['evil.example', 'south.example', 'north.example:6666'].entries()) {
      await settings.change({ ...change, setting: portal_domain, value, seenVersion })
      expect(settings.state('north', portal_domain)).not.toMatchObject({ value })
    }
    await settings.change({ ...change, setting: portal_domain, value: 'north.example', seenVersion: 3 })
    expect(settings.state('north', portal_domain)).toMatchObject({ value: 'north.example', source: 'portal' })
    expect(settings.state('north', portal_domain)).not.toHaveProperty('previous')
  })

  it('keeps what was changed, for one practice only, and reads it again after a restart', async () => {
    expect(await settings.change(change)).toBe(true)
    expect(settings.state('north', lookSettings.EnableCenterLogo)).toMatchObject({
      value: true,
      source: 'portal',
      version: 1,
      changedBy: 'ann',
      changedAt: at,
    })
    expect(settings.state('south', lookSettings.EnableCenterLogo)).toMatchObject({ value: false, version: 0 })
    const later = await openSettingsStore(database.db, practices, testEncryption)
    expect(later.value('north', lookSettings.EnableCenterLogo)).toBe(true)
  })

  it('puts what is changed here before the value of the practice, and goes back to that one', async () => {
    const changed = await settings.refreshFromPractice('north', {
      settings: coreSettings,
      ask: async (name) => (name === 'Theme_Radius' ? '4' : undefined),
    })
    expect(changed).toEqual([lookSettings.Theme_Radius])
    expect(settings.state('north', lookSettings.Theme_Radius)).toMatchObject({
      value: 4,
      source: 'practice',
      default: 10,
    })
    await settings.change({ ...change, setting: lookSettings.Theme_Radius, value: 12 })
    expect(settings.state('north', lookSettings.Theme_Radius)).toMatchObject({
      value: 12,
      source: 'portal',
      inherited: { value: 4, source: 'practice' },
    })
    await settings.change({ ...change, setting: lookSettings.Theme_Radius, value: null, seenVersion: 1 })
    expect(settings.state('north', lookSettings.Theme_Radius)).toMatchObject({
      value: 4,
      source: 'practice',
      version: 2,
      changedBy: 'ann',
    })
  })

  it('keeps what the last change replaced, also a value that was never changed before, but no secret', async () => {
    await settings.change({ ...change, setting: lookSettings.Theme_Radius, value: 4 })
    expect(settings.state('north', lookSettings.Theme_Radius).previous).toBeNull()
    await settings.change({ ...change, setting: lookSettings.Theme_Radius, value: 6, seenVersion: 1 })
    expect(settings.state('north', lookSettings.Theme_Radius)).toMatchObject({ value: 6, previous: 4 })
    await settings.change({ ...change, setting: lookSettings.Theme_Radius, value: null, seenVersion: 2 })
    const later = await openSettingsStore(database.db, practices, testEncryption)
    expect(later.state('north', lookSettings.Theme_Radius)).toMatchObject({ value: 10, source: 'default', previous: 6 })

    await settings.change({ ...change, setting: billingSettings.Card_Payment_Key, value: 'sk-one' })
    await settings.change({ ...change, setting: billingSettings.Card_Payment_Key, value: 'sk-two', seenVersion: 1 })
    expect('previous' in settings.state('north', billingSettings.Card_Payment_Key)).toBe(false)
    expect(JSON.stringify(await database.db.select().from(settingValues))).not.toContain('sk-one')
  })

  it('reads what an earlier version has written, and offers no invalid value to go back to', async () => {
    const row = { licenseeId: 'north', version: 2, changedBy: 'ann', changedAt: at }
    await database.db.insert(settingValues).values([
      { ...row, name: 'Theme_Density', value: { value: 'compact' } },
      { ...row, name: 'LandingPageFeatures', value: null },
      { ...row, name: 'Theme_Radius', value: { value: 4, previous: 'wide' } },
    ])
    await settings.reload('north')
    expect(settings.state('north', lookSettings.Theme_Density)).toMatchObject({ value: 'compact', source: 'portal' })
    expect(settings.state('north', arrivalSettings.LandingPageFeatures)).toMatchObject({
      value: '',
      source: 'default',
      version: 2,
    })
    for (const setting of [lookSettings.Theme_Density, arrivalSettings.LandingPageFeatures, lookSettings.Theme_Radius])
      expect('previous' in settings.state('north', setting), setting.name).toBe(false)
  })

  it('refuses a change that did not see the last one, and knows the value of who was faster', async () => {
    await settings.change(change)
    expect(await settings.change({ ...change, value: false, by: 'bob' })).toBe(false)
    expect(settings.state('north', lookSettings.EnableCenterLogo)).toMatchObject({
      value: true,
      version: 1,
      changedBy: 'ann',
    })
    expect(await settings.change({ ...change, value: false, seenVersion: 7, by: 'bob' })).toBe(false)
    expect(await settings.change({ ...change, value: false, seenVersion: 1, by: 'bob' })).toBe(true)
  })

  it('lets one of many changes at once through', bothEngines, async () => {
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) => settings.change({ ...change, by: `admin${index}` })),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(settings.state('north', lookSettings.EnableCenterLogo).changedBy).toBe(`admin${done.indexOf(true)}`)
  })

  it('writes nothing when what belongs to the change cannot be written', async () => {
    const failing = settings.change(change, () => Promise.reject(new Error('no audit')))
    await expect(failing).rejects.toThrow('no audit')
    await settings.reload('north')
    expect(settings.state('north', lookSettings.EnableCenterLogo).version).toBe(0)
  })

  it('hears of what another process wrote when it reads again', async () => {
    await writeSetting(database.db, change)
    expect(settings.value('north', lookSettings.EnableCenterLogo)).toBe(false)
    await settings.reload('north')
    expect(settings.value('north', lookSettings.EnableCenterLogo)).toBe(true)
  })

  it('does not take a stored value that no longer fits', async () => {
    await database.db.insert(settingValues).values({
      licenseeId: 'north',
      name: 'Theme_Radius',
      value: { value: 'wide' },
      version: 3,
      changedBy: 'ann',
      changedAt: at,
    })
    await settings.reload('north')
    expect(settings.state('north', lookSettings.Theme_Radius)).toMatchObject({
      value: 10,
      source: 'default',
      version: 3,
    })
  })

  it('reads a text back as a text, also one that looks like something else', async () => {
    for (const [index, value] of ['10017', 'true', 'null', '{"a":1}', '"quoted"'].entries()) {
      await settings.change({ ...change, setting: billsSettings.PortalBillingText, value, seenVersion: index })
      expect(settings.value('north', billsSettings.PortalBillingText)).toBe(value)
    }
  })

  it('knows no practice that is not configured', () => {
    expect(() => settings.value('west', lookSettings.Theme_Radius)).toThrow('no settings for west')
  })
})
