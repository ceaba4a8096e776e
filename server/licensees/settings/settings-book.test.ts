import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases.ts'
import type { Database } from '../../db/open.ts'
import { settingValues } from '../../db/schema.ts'
import { openSettingsBook, type SettingsBook } from './settings-book.ts'
import { writeSetting } from './settings-store.ts'

const practices = [
  { id: 'north', name: 'North Practice' },
  { id: 'south', name: 'South Practice' },
]
const at = new Date('2026-03-01T12:00:00Z')
const change = { licenseeId: 'north', name: 'EnableCenterLogo', value: true, seenVersion: 0, by: 'ann', at } as const

let database: Database
let book: SettingsBook

beforeAll(async () => {
  database = await openTestDatabase('portal', { engine: 'pglite' })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(settingValues)
  book = await openSettingsBook(database.db, practices)
})

describe('the settings book', () => {
  it('answers the default where nobody said otherwise', () => {
    expect(book.state('north', 'EnableCenterLogo')).toEqual({
      value: false,
      source: 'default',
      default: false,
      inherited: { value: false, source: 'default' },
      version: 0,
    })
  })

  it('gives every practice its configured name until there is another', async () => {
    expect(book.value('south', 'LicenseeName')).toBe('South Practice')
    await book.refreshFromPractice('south', async (name) => (name === 'LicenseeName' ? 'South Dermatology' : undefined))
    expect(book.value('south', 'LicenseeName')).toBe('South Dermatology')
  })

  it('keeps what was changed, for one practice only, and reads it again after a restart', async () => {
    expect(await book.change(change)).toBe(true)
    expect(book.state('north', 'EnableCenterLogo')).toMatchObject({
      value: true,
      source: 'portal',
      version: 1,
      changedBy: 'ann',
      changedAt: at,
    })
    expect(book.state('south', 'EnableCenterLogo')).toMatchObject({ value: false, version: 0 })
    const later = await openSettingsBook(database.db, practices)
    expect(later.value('north', 'EnableCenterLogo')).toBe(true)
  })

  it('puts what is changed here before the value of the practice, and goes back to that one', async () => {
    const changed = await book.refreshFromPractice('north', async (name) => (name === 'Theme_Radius' ? '4' : undefined))
    expect(changed).toEqual(['Theme_Radius'])
    expect(book.state('north', 'Theme_Radius')).toMatchObject({ value: 4, source: 'practice', default: 10 })
    await book.change({ ...change, name: 'Theme_Radius', value: 12 })
    expect(book.state('north', 'Theme_Radius')).toMatchObject({
      value: 12,
      source: 'portal',
      inherited: { value: 4, source: 'practice' },
    })
    await book.change({ ...change, name: 'Theme_Radius', value: null, seenVersion: 1 })
    expect(book.state('north', 'Theme_Radius')).toMatchObject({
      value: 4,
      source: 'practice',
      version: 2,
      changedBy: 'ann',
    })
  })

  it('refuses a change that did not see the last one, and knows the value of who was faster', async () => {
    await book.change(change)
    expect(await book.change({ ...change, value: false, by: 'bob' })).toBe(false)
    expect(book.state('north', 'EnableCenterLogo')).toMatchObject({ value: true, version: 1, changedBy: 'ann' })
    expect(await book.change({ ...change, value: false, seenVersion: 7, by: 'bob' })).toBe(false)
    expect(await book.change({ ...change, value: false, seenVersion: 1, by: 'bob' })).toBe(true)
  })

  it('lets one of many changes at once through', async () => {
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, index) => book.change({ ...change, by: `admin${index}` })),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(book.state('north', 'EnableCenterLogo').changedBy).toBe(`admin${done.indexOf(true)}`)
  })

  it('writes nothing when what belongs to the change cannot be written', async () => {
    const failing = book.change(change, () => Promise.reject(new Error('no audit')))
    await expect(failing).rejects.toThrow('no audit')
    await book.reload('north')
    expect(book.state('north', 'EnableCenterLogo').version).toBe(0)
  })

  it('hears of what another process wrote when it reads again', async () => {
    await writeSetting(database.db, change)
    expect(book.value('north', 'EnableCenterLogo')).toBe(false)
    await book.reload('north')
    expect(book.value('north', 'EnableCenterLogo')).toBe(true)
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
    await book.reload('north')
    expect(book.state('north', 'Theme_Radius')).toMatchObject({ value: 10, source: 'default', version: 3 })
  })

  it('reads a text back as a text, also one that looks like something else', async () => {
    for (const [index, value] of ['10017', 'true', 'null', '{"a":1}', '"quoted"'].entries()) {
      await book.change({ ...change, name: 'PortalBillingText', value, seenVersion: index })
      expect(book.value('north', 'PortalBillingText')).toBe(value)
    }
  })

  it('knows no practice that is not configured', () => {
    expect(() => book.value('west', 'Theme_Radius')).toThrow('no settings for west')
  })
})
