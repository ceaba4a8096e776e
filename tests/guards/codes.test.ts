import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { protocolMessages } from '../../server/protocol/error-catalogue.ts'
import { codesIn, hiddenCodes, wordsIn } from './codes.ts'
import { codeFiles, isTest, root } from './repository.ts'

const protocolCatalogue = 'server/protocol/error-catalogue.ts'
const isCatalogue = (path: string) => path === protocolCatalogue || path.endsWith('.messages.ts')
// The sandbox and the practice loader stand for another company's system and have codes of their own.
const portalFiles = codeFiles().filter(
  ({ path }) => /^server\/(?!(sandbox|practice-loader)\/)/.test(path) && !isTest(path),
)
const sources = portalFiles.filter(({ path }) => !isCatalogue(path))

async function catalogue(): Promise<Map<string, string>> {
  const messages = new Map(Object.entries(protocolMessages))
  for (const { path } of portalFiles.filter((file) => file.path.endsWith('.messages.ts'))) {
    const exported = (await import(join(root, path))) as Record<string, Record<string, string>> // these files export constants of messages only
    for (const [code, words] of Object.values(exported).flatMap((messages) => Object.entries(messages)))
      messages.set(code, words)
  }
  return messages
}

test('every error code of the portal has a message in a catalogue', async () => {
  const messages = await catalogue()
  const used = sources.flatMap(codesIn)
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter(({ code }) => !messages.has(code))).toEqual([])
})

test('every failure names its code where it is thrown', () => {
  expect(sources.flatMap(hiddenCodes)).toEqual([])
})

test('every message of a catalogue is used', async () => {
  const used = new Set(sources.flatMap(wordsIn))
  expect([...(await catalogue()).keys()].filter((code) => !used.has(code))).toEqual([])
})

test('every message is a sentence', async () => {
  const messages = [...(await catalogue())]
  expect(messages.filter(([, words]) => !/^[A-Z{'].*[\w.!?}]$/s.test(words))).toEqual([])
})

test('messages stand in catalogues only, so that this guard sees them', () => {
  const misplaced = sources.filter(({ path, text }) => path.includes('.feature.') && /messages: \{\s*'/.test(text))
  expect(misplaced.map(({ path }) => path)).toEqual([])
})

describe('the guard reads', () => {
  const read = (text: string) => codesIn({ path: 'server/a.ts', text: `${text}\n` }).map(({ code }) => code)

  test.each([
    ['a failure', "throw new Failure('a.one', { status: 422 })", ['a.one']],
    [
      'a failure that is one of two',
      "throw new Failure(late ? 'a.one' : early ? 'a.two' : 'a.three')",
      ['a.one', 'a.two', 'a.three'],
    ],
    ['an entry of invalid input', "new InvalidInput([{ pointer: '/a', code: 'a.one' }])", ['a.one']],
    ['codes of an action', "action({ codes: { '/a': { required: 'a.one', pattern: 'a.two' } } })", ['a.one', 'a.two']],
    ['a constant of codes', "const keywordCodes: Record<string, string> = { type: 'a.one' }", ['a.one']],
    ['codes of other systems as none', "if (code === 'EADDRINUSE') fail({ code: 'EADDRINUSE' })", []],
  ])('%s', (_what, text, codes) => {
    expect(read(text)).toEqual(codes)
  })

  test('a failure whose code is hidden in a variable', () => {
    expect(hiddenCodes({ path: 'server/a.ts', text: 'throw new Failure(code)\n' })).toEqual(['server/a.ts:1'])
    expect(
      hiddenCodes({ path: 'server/a.ts', text: "const { code } = { code: 'a.one' }\nthrow new Failure(code)\n" }),
    ).toEqual([])
  })
})
