import { describe, expect, test } from 'vitest'
import { readText, repositoryFiles } from './repository.ts'
import { requirementsIn, unprovenPromises, unknownTests } from './security.ts'

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
