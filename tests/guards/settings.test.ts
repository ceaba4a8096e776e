import { expect, test } from 'vitest'
import { coreSettings } from '../../server/licensees/settings/core-settings.ts'
import { allSettings } from '../support/all-settings.ts'
import { isTest, repositoryFiles } from './repository.ts'

/** Not the definitions themselves, nor the record server of the sandbox, which only keeps values. */
const readers = repositoryFiles().filter(
  ({ path }) => /^server\/(?!sandbox\/).*(?<!\.settings)\.ts$/.test(path) && !isTest(path),
)

test('a setting says that nothing uses it if, and only if, nothing reads it', () => {
  const isRead = (name: string) =>
    readers.some(({ text }) => new RegExp(`\\w+Settings(\\.${name}\\b|\\['${name}'\\])`).test(text))
  const unread = allSettings.filter(({ name }) => !isRead(name))
  expect(allSettings.filter((setting) => setting.unread)).toEqual(unread)
})

test('the portal itself owns settings of the practice and its look only', () => {
  expect(new Set(coreSettings.map(({ group }) => group))).toEqual(new Set(['Practice', 'Look']))
})
