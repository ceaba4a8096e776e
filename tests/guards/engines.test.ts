import { describe, expect, test } from 'vitest'
import { untagged } from './engines.ts'
import { codeFiles } from './repository.ts'

test('every test that touches SQL runs on both engines', () => {
  expect(untagged(codeFiles())).toEqual([])
})

describe('the guard sees', () => {
  const at = (path: string, text: string) => untagged([{ path, text }]).length
  const tag = '/** @module-tag database */\n'

  test.each([
    ['a query', "import { sql } from 'drizzle-orm'\n"],
    ['the tables', "import { flows } from '../../server/db/schema.ts'\n"],
    ['a store', "import { findAccount } from '../../server/identity/account.store.ts'\n"],
    ['the database of the portal', 'await portal.database.db.execute(query)\n'],
    ['that of the record server', 'await portal.records.db.execute(query)\n'],
  ])('%s', (_what, text) => {
    expect([at('tests/http/x.test.ts', text), at('tests/http/x.test.ts', tag + text)]).toEqual([1, 0])
  })

  test('no file that only asks over HTTP, and no type', () => {
    expect(at('tests/http/x.test.ts', "await maria.get('/ui/screens/')\n")).toBe(0)
    expect(at('tests/http/x.test.ts', "import type { Db } from '../../server/db/open.ts'\n")).toBe(0)
  })

  test('a unit beside the code that asks for every engine', () => {
    const text = 'describe.each(testEngines)()\n'
    expect([at('server/sandbox/x.test.ts', text), at('server/sandbox/x.test.ts', tag + text)]).toEqual([1, 0])
  })
})
