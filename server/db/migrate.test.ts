import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openTestDatabase } from '../../tests/support/databases.ts'
import type { Database } from './open.ts'

let database: Database
let folder: string
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
beforeAll(async () => {
  database = await openTestDatabase('empty', { engine: 'pglite' })
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

test('migrations are applied once, in the order of their names, each whole or not at all', async () => {
  write('0002-seats.sql', 'alter table rooms add column seats integer;\n')
  write(
    '0001-rooms.sql',
    "-- Rooms; and their names.\ncreate table rooms (name text);\ninsert into rooms values ('hall; great');\n",
  )
  write('notes.txt', 'not for the database')
  expect(await migrate(database, folder)).toEqual(['0001-rooms.sql', '0002-seats.sql'])
  expect(await migrate(database, folder)).toEqual([])

  write('0003-broken.sql', "insert into rooms (name) values ('cellar');\nalter table nothing add column a text;\n")
  await expect(migrate(database, folder)).rejects.toThrow()
  const rows = await database.db.execute('select name, seats from rooms')
  expect(rows.rows).toEqual([{ name: 'hall; great', seats: null }])

  write('0003-broken.sql', "insert into rooms (name) values ('cellar');\n")
  expect(await migrate(database, folder)).toEqual(['0003-broken.sql'])
})

test('migrations of several folders are applied folder after folder, also those that a later release adds to the first', async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  for (const each of [first, second]) mkdirSync(each)
  writeFileSync(join(first, '0010-lamps.sql'), 'create table lamps (room text);\n')
  writeFileSync(join(second, 'bulbs-0001-bulbs.sql'), 'alter table lamps add column bulbs integer;\n')
  expect(await migrate(database, first, second)).toEqual(['0010-lamps.sql', 'bulbs-0001-bulbs.sql'])

  writeFileSync(join(first, '0011-colors.sql'), 'alter table lamps add column color text;\n')
  expect(await migrate(database, first, second)).toEqual(['0011-colors.sql'])

  writeFileSync(join(second, '0011-colors.sql'), 'alter table lamps drop column color;\n')
  await expect(migrate(database, first, second)).rejects.toThrow('Two migrations have the name 0011-colors.sql.')
})
