import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase, testEngines } from '../../tests/support/databases.ts'
import { areas } from './areas.ts'
import { createTables } from './prepare-database.ts'

const folders = readdirSync(join(import.meta.dirname, 'areas'))

test.each(folders)('the area %s is listed once', async (name) => {
  const defined = Object.values((await import(`./areas/${name}/${name}.area.ts`)) as object)
  expect(defined).toHaveLength(1)
  expect(areas.filter((area) => defined.includes(area))).toHaveLength(1)
})

test.each(testEngines)('a new area brings its own table to a record server in use, on %s', async (engine) => {
  const migrations = mkdtempSync(join(tmpdir(), 'area-'))
  const name = 'parking-0001-places.sql'
  writeFileSync(
    join(migrations, name),
    'create table parking_places (practice text not null, facility_n integer, foreign key (practice, facility_n) references facilities);\n',
  )
  const database = await openTestDatabase('fixed', { engine })
  try {
    expect(await createTables(database, [...areas, { migrations }])).toEqual([name])
    expect(await createTables(database, [...areas, { migrations }])).toEqual([])
    await database.runScript("insert into parking_places values ('lakeside', 11)")
  } finally {
    await database.close()
    rmSync(migrations, { recursive: true })
  }
})
