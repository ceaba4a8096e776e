import { describe, expect, test } from 'vitest'
import { untagged } from './engines.ts'
import { codeFiles } from './repository.ts'

test('every test that can differ between the engines runs on both', () => {
  expect(untagged(codeFiles())).toEqual([])
})

describe('the guard sees', () => {
  const at = (path: string, text: string) => untagged([{ path, text }]).length
  const one = "test('a job', async () => runDueJobs(portal))\n"

  test.each([
    ['a job', one],
    ['a job in one of several cases', "it.for(['a', 'b'])('%s', async () => runDueJobs(portal))\n"],
    ['a transaction', "test('a row', async () => { await db.transaction(add) })\n"],
    ['two processes', "test('two', async () => { await startPortal({ beside: portal }) })\n"],
  ])('%s', (_what, text) => {
    expect([at('tests/http/x.test.ts', text), at('server/x.test.ts', text)]).toEqual([1, 1])
  })

  test('a job in a group, and none in a group with the tag', () => {
    expect(at('tests/http/x.test.ts', `describe('jobs', () => {${one}})`)).toBe(1)
    expect(at('tests/http/x.test.ts', `describe('jobs', bothEngines, () => {${one}})`)).toBe(0)
  })

  test('nothing in a file or a test with the tag', () => {
    expect(at('tests/http/x.test.ts', `/** @module-tag database */\n${one}`)).toBe(0)
    expect(at('tests/http/x.test.ts', one.replace("'a job',", "'a job', bothEngines,"))).toBe(0)
    expect(at('tests/http/x.test.ts', one.replace("'a job',", "'a job', { ...bothEngines, retry: 1 },"))).toBe(0)
  })

  test('no test of one session, and none in a browser', () => {
    expect(at('tests/http/x.test.ts', "test('a list', async () => { await maria.get('/ui/screens/') })\n")).toBe(0)
    expect(at('tests/browser/x.test.ts', one)).toBe(0)
  })
})
