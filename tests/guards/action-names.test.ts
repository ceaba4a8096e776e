import { describe, expect, test } from 'vitest'
import { actionsByText } from './action-names.ts'
import { codeFiles, isTest } from './repository.ts'

const builders = 'server/protocol/block-builders.ts'
/** The sandbox represents another company's system, which has no actions. */
const served = codeFiles().filter(({ path }) => /^server\/(?!sandbox\/)/.test(path) && !isTest(path))

test('no action or upload is named by a text outside its definition', () => {
  expect(actionsByText(served, builders)).toEqual([])
})

describe('the guard finds', () => {
  const definition = { path: 'server/a.ts', text: "const hold = action({ name: 'booking.hold', about: 'Holds' })\n" }
  const byText = (text: string) => actionsByText([definition, { path: 'server/b.ts', text }], builders)

  test('the builder itself', () => {
    expect(actionsByText(served, '')).toContainEqual(expect.stringContaining(`${builders}:`))
  })

  test.each([
    ['a name that is passed', "call({ name }, use('booking.hold'))\n"],
    ['a name in another reference', "const hold = { name: 'booking.hold' }\n"],
    ['a name of the audit log', "note({ event: 'action:booking.hold' })\n"],
    ['a name in a template', 'use(`booking.hold`)\n'],
    ['a name of an effect', "const effect = { type: 'credential', action: 'booking.hold' }\n"],
  ])('%s', (_what, text) => {
    expect(byText(text)).toEqual([
      expect.stringMatching(/^server\/[ab]\.ts:1 names (action:)?booking\.hold by a text$/),
    ])
  })

  test.each([
    ['a call', 'const act = { type: "call", action: hold.name }\n'],
    ['a call as a constant', "const act = { type: 'call' as const, action: hold.name }\n"],
    ['what a form does', "const act = { type: 'submit', action: hold.name }\n"],
  ])('%s that is written without its builder', (_what, text) => {
    expect(byText(text)).toEqual(['server/b.ts:1 writes a call without its builder'])
  })

  test.each([
    ['the name of an upload', "const add = upload({ name: 'papers.add' })\nuse('papers.add')\n", 'papers.add'],
    ['a reference', "const stay = { name: 'account.stay' }\nuse('account.stay')\n", 'account.stay'],
  ])('a text beside %s', (_what, text, name) => {
    expect(byText(text)).toEqual([`server/b.ts:2 names ${name} by a text`])
  })

  test.each([
    ['a call', 'const act = call(hold, { id })\n'],
    ['the name of a definition', 'use(hold.name, `action:${hold.name}`)\n'],
    ['a code', "throw new Failure('booking.unknown')\n"],
    ['a person', "const someone = { name: 'Ann Bell' }\nuse('Ann Bell')\n"],
  ])('not %s', (_what, text) => {
    expect(byText(text)).toEqual([])
  })
})
