import { describe, expect, test } from 'vitest'
import { readText, repositoryFiles } from './repository.ts'
import { classifiedTables, requirementsIn, tablesAfter, unprovenPromises, unknownTests } from './security.ts'

const document = readText('SECURITY.md')
const paths = repositoryFiles().map(({ path }) => path)

describe('SECURITY.md', () => {
  test('names tests that are there', () => {
    expect(unknownTests(document, paths)).toEqual([])
  })

  test('has a test for each promise', () => {
    expect(unprovenPromises(document)).toEqual([])
  })
})

describe('docs/security/asvs.md', () => {
  const table = readText('docs/security/asvs.md')

  test('names files that are there', () => {
    expect(unknownTests(table, paths)).toEqual([])
  })

  test('has each of the 253 requirements once, with a test or a reason', () => {
    const { ids, empty } = requirementsIn(table)
    expect([new Set(ids).size, ids.length, empty]).toEqual([253, 253, []])
  })
})

describe('docs/security/inventory.md', () => {
  const inventory = readText('docs/security/inventory.md')

  test('names files that are there', () => {
    const folders = paths.map((path) => path.replace(/[^/]*$/, ''))
    expect(unknownTests(inventory, [...paths, ...folders])).toEqual([])
  })

  test('has each table of the database in one class', () => {
    const migrations = paths.filter((path) => /^server\/db\/migrations\/.*\.sql$/.test(path)).toSorted()
    const tables = tablesAfter(migrations.map((path) => readText(path)))
    expect(tables.length).toBeGreaterThan(40)
    expect(classifiedTables(inventory).toSorted()).toEqual(tables)
  })
})

test('the guard knows which tables are left, and which have a class', () => {
  expect(tablesAfter(['create table a (\nCREATE TABLE "x"', 'create table if not exists b (\ndrop table a;'])).toEqual([
    'b',
  ])
  const document = '# A\n## Classes of data\n| **One** | x | `c` `d` |\n| `e` | `f` |\n## More\n| **Two** | `g` |'
  expect(classifiedTables(document)).toEqual(['c', 'd'])
})

test('the guard finds rows of requirements without a test or a reason', () => {
  const table = ['| 1.1.1, 1.1.2 | Both | Yes | `tests/a.test.ts` |', '| 1.2.1 | Nothing | Yes |  |', '| x | | | |']
  expect(requirementsIn(table.join('\n'))).toEqual({ ids: ['1.1.1', '1.1.2', '1.2.1'], empty: ['1.2.1'] })
})

test('the guard finds a test that is gone, and a promise without one', () => {
  const text = [
    '## What the portal promises, and what tests it',
    '- **One.** So. `tests/a.test.ts` `server/b.test.ts`',
    '- **Two.** `npm start` `tests/a.ts`',
    '## What it does not promise',
    '- Three.',
  ].join('\n')
  expect(unknownTests(text, ['tests/a.test.ts'])).toEqual(['server/b.test.ts', 'tests/a.ts'])
  expect(unprovenPromises(text)).toEqual(['- **Two.** `npm start` `tests/a.ts`'])
  expect(unprovenPromises('# Security\n')).toEqual(['there are no promises'])
})
