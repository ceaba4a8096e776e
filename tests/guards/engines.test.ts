import { describe, expect, test } from 'vitest'
import { untagged } from './engines.ts'
import { codeFiles } from './repository.ts'

test('every test that is about the database runs on both engines', () => {
  expect(untagged(codeFiles())).toEqual([])
})

describe('the guard sees', () => {
  const at = (path: string, text: string) => untagged([{ path, text }]).length
  const tag = '/** @module-tag database */\n'

  test.each([
    ['a migration', "import { migrate } from '../../server/db/migrate.ts'\n"],
    ['the engines', 'describe.each(testEngines)()\n'],
  ])('%s', (_what, text) => {
    expect([at('tests/http/x.test.ts', text), at('tests/http/x.test.ts', tag + text)]).toEqual([1, 0])
  })

  test('no file that only asks over HTTP or arranges something, and no type', () => {
    expect(at('tests/http/x.test.ts', 'await portal.records.db.execute(query)\n')).toBe(0)
    expect(at('tests/http/x.test.ts', "await maria.get('/ui/screens/')\n")).toBe(0)
    expect(at('tests/http/x.test.ts', "import type { Db } from '../../server/db/open.ts'\n")).toBe(0)
  })

  test('a unit beside the code that asks for every engine', () => {
    const text = 'describe.each(testEngines)()\n'
    expect([at('server/sandbox/x.test.ts', text), at('server/sandbox/x.test.ts', tag + text)]).toEqual([1, 0])
  })
})
