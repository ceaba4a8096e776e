import { describe, expect, test } from 'vitest'
import { riskyCallbacks } from './callbacks.ts'
import { codeFiles } from './repository.ts'

test('no function with an optional parameter is passed by name to map and its like', () => {
  expect(riskyCallbacks(codeFiles())).toEqual([])
})

describe('the guard finds', () => {
  const risky = (text: string) => riskyCallbacks([{ path: 'server/a.ts', text }])

  test.each([
    ['a function', 'function tools(a: A, b?: B) {}\nlist.map(tools)\n'],
    ['an arrow function with a default', 'const tools = (a: A, b = 1) => b\nlist.flatMap(tools)\n'],
    ['a member of an interface', 'interface All {\n  tools: (a: A, b?: B) => void\n}\nlist.filter(all.tools)\n'],
    ['a method of an interface', 'interface All {\n  tools(a: A, b?: B): void\n}\nlist.forEach(tools)\n'],
    ['a method of an object', 'const all = { tools(a: A, b = 1) {} }\nlist.some(all.tools)\n'],
  ])('%s', (_what, text) => {
    expect(risky(text)).toEqual([expect.stringMatching(/^server\/a\.ts:\d passes tools$/)])
  })

  test.each([
    ['a function of one parameter', 'function tools(a?: A) {}\nlist.map(tools)\n'],
    ['a call of it', 'function tools(a: A, b?: B) {}\nlist.map((each) => tools(each))\n'],
    ['a call of something else', 'function tools(a: A, b?: B) {}\nrun(tools)\n'],
  ])('not %s', (_what, text) => {
    expect(risky(text)).toEqual([])
  })
})
