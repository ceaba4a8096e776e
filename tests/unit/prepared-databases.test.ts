/** @module-tag database */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../guards/repository.ts'
import { testEngine } from '../support/databases.ts'
import { prepareDumps } from '../support/prepared/dumps.ts'
import { preparedNames } from '../support/prepared/recipes.ts'
import { sourcesKey, sourcesOf } from '../support/prepared/sources-key.ts'
import { addressOf, prepareTemplates } from '../support/prepared/templates.ts'

const entry = join(root, 'tests/support/prepared/recipes.ts')

let folder: string
let made: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepared-'))
  made = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

async function* make() {
  made += 1
  for (const name of preparedNames) yield [name, Buffer.from(`all of ${name}`)] as [typeof name, Buffer]
}
const prepare = (key = 'now') => prepareDumps({ folder, key, make })

describe('prepared databases', () => {
  test('are made once and taken by the next run', async () => {
    const place = await prepare()
    expect(await prepare()).toBe(place)
    expect(made).toBe(1)
    expect(readFileSync(join(place, 'portal.tar'), 'utf8')).toBe('all of portal')
  })

  test('that are half written are made anew', async () => {
    const place = await prepare()
    writeFileSync(join(place, 'portal.tar'), 'half of por')
    await prepare()
    expect([made, readFileSync(join(place, 'portal.tar'), 'utf8')]).toEqual([2, 'all of portal'])
    rmSync(join(place, 'sandbox.tar'))
    await prepare()
    writeFileSync(join(place, 'checksums.json'), '{"portal')
    await prepare()
    expect(made).toBe(4)
  })

  test('of a preparation that was killed are not taken for whole ones', async () => {
    mkdirSync(join(folder, 'now'))
    writeFileSync(join(folder, 'now', 'portal.tar'), 'all of portal')
    const place = await prepare()
    expect([made, existsSync(join(place, 'checksums.json'))]).toEqual([1, true])
  })

  test('that found no room leave nothing, and the next run makes them', async () => {
    const full = async function* () {
      yield ['empty', Buffer.from('all of empty')] as [(typeof preparedNames)[number], Buffer]
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await expect(prepareDumps({ folder, key: 'now', make: full })).rejects.toThrow('no space left')
    expect(readdirSync(folder)).toEqual([])
    await prepare()
    expect(made).toBe(1)
  })

  test('of two runs that start together are whole for both', async () => {
    const places = await Promise.all([prepare(), prepare(), prepare()])
    expect(new Set(places).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['now'])
    const before = made
    await prepare()
    expect(made).toBe(before)
  })

  test('of older sources are removed when nobody can be using them', async () => {
    const [old, recent] = [await prepare('old'), await prepare('recent')]
    const threeHoursAgo = new Date(statSync(old).mtimeMs - 3 * 3600_000)
    utimesSync(old, threeHoursAgo, threeHoursAgo)
    await prepare('now')
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
  })
})

describe('what they are made of', () => {
  test('are the seed, the migrations and the locked libraries, and not the features', () => {
    const sources = sourcesOf(entry).map((path) => relative(root, path))
    expect(sources).toContain('server/sandbox/areas/appointments/invented-visits.ts')
    expect(sources).toContain('server/demo.ts')
    expect(sources).toContain('package-lock.json')
    for (const kind of ['db', 'sandbox'])
      expect(sources.filter((path) => path.startsWith(`server/${kind}/migrations/`)).length).toBeGreaterThan(0)
    expect(sources.filter((path) => path.startsWith('server/features/booking/'))).toEqual([])
  })

  test('is the hour as well, because appointments are seeded around now', () => {
    const at = (time: string) => sourcesKey(entry, new Date(time))
    expect(at('2026-03-01T10:59:00Z')).toBe(at('2026-03-01T10:01:00Z'))
    expect(at('2026-03-01T11:00:00Z')).not.toBe(at('2026-03-01T10:59:00Z'))
  })
})

describe.runIf(testEngine === 'postgres')('on PostgreSQL', () => {
  const server = process.env.TEST_DATABASE_URL ?? ''

  test('a database that a killed run left is dropped by the next, and one of a run that lives is kept', async () => {
    const admin = new pg.Client({ connectionString: addressOf(server, 'postgres') })
    await admin.connect()
    const [dead, living] = ['portal_tests_run_00000000dead', 'portal_tests_run_00000000beef']
    const names = [`${dead}_portal_1`, `${living}_portal_1`]
    const known = async () => {
      const { rows } = await admin.query<{ datname: string }>(
        'select datname from pg_database where datname = any($1) order by 1',
        [names],
      )
      return rows.map(({ datname }) => datname)
    }
    try {
      for (const name of names) await admin.query(`create database ${name}`)
      await admin.query('select pg_advisory_lock(hashtext($1))', [living])
      const { release } = await prepareTemplates(server)
      expect(await known()).toEqual([names[1]])
      await release()
      expect(await known()).toEqual([names[1]])
    } finally {
      for (const name of names) await admin.query(`drop database if exists ${name}`)
      await admin.end()
    }
  })
})
