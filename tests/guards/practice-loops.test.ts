import { describe, expect, test } from 'vitest'
import { practiceLoops } from './practice-loops.ts'
import { codeFiles, isTest } from './repository.ts'

test('no feature goes through all practices by itself', () => {
  const own = codeFiles().filter(({ path }) => /^server\/(features|identity|practice|outbox)\//.test(path))
  expect(own.length).toBeGreaterThan(100)
  expect(practiceLoops(own.filter(({ path }) => !isTest(path)))).toEqual([])
})

describe('the guard finds', () => {
  const loopsIn = (text: string) => practiceLoops([{ path: 'server/features/a.ts', text }])

  test.each([
    ['a loop', 'for (const licensee of licensees) await run(licensee)\n'],
    ['a loop over a member', 'for (const { id } of services.licensees) await run(id)\n'],
    ['a loop over some', 'for (const each of services.licensees.entries()) await run(each)\n'],
    ['a map', 'await Promise.all(services.licensees.map((each) => run(each)))\n'],
    ['a loop with a method', 'licensees.forEach((each) => void run(each))\n'],
  ])('%s', (_what, text) => {
    expect(loopsIn(text)).toEqual(['server/features/a.ts:1 goes through all practices'])
  })

  test.each([
    ['the practice of an item', 'const licensee = licensees.find(({ id }) => id === own.licenseeId)\n'],
    ['other lists', 'for (const payment of payments) await run(payment)\n'],
  ])('not %s', (_what, text) => {
    expect(loopsIn(text)).toEqual([])
  })
})
