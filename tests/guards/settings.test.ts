import { expect, test } from 'vitest'
import { definitionOf, settingNames } from '../../server/licensees/settings/registry.ts'
import { isTest, repositoryFiles } from './repository.ts'

/** Not the definitions themselves, nor the record server of the sandbox, which only keeps values. */
const readers = repositoryFiles().filter(
  ({ path }) => /^server\/(?!licensees\/settings\/|sandbox\/)/.test(path) && path.endsWith('.ts') && !isTest(path),
)

test('a setting says that nothing uses it if, and only if, nothing reads it', () => {
  const unread = settingNames.filter((name) => !readers.some(({ text }) => text.includes(`'${name}'`)))
  expect(settingNames.filter((name) => definitionOf(name).unread)).toEqual(unread)
})
