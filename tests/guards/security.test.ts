import { describe, expect, test } from 'vitest'
import { readText, repositoryFiles } from './repository.ts'
import { unprovenPromises, unknownTests } from './security.ts'

const document = readText('SECURITY.md')

describe('SECURITY.md', () => {
  test('names tests that are there', () => {
    expect(
      unknownTests(
        document,
        repositoryFiles().map(({ path }) => path),
      ),
    ).toEqual([])
  })

  test('has a test for each promise', () => {
    expect(unprovenPromises(document)).toEqual([])
  })
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
