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

test('settings of access and billing are sensitive, but those of how a bill looks or is announced, and so is each secret', () => {
  const harmless = new Set(['show_invoice_logo', 'IncludeNPIonInvoice', 'Portal_Bill_Notice', 'Portal_Estimates'])
  const isSensitive = ({ name, group, ...rest }: (typeof allSettings)[number]) =>
    !harmless.has(name) && (group === 'Access' || group === 'Billing' || ('secret' in rest && rest.secret === true))
  const missing = allSettings.filter((each) => isSensitive(each) && !each.sensitive)
  expect(missing.map(({ name }) => name)).toEqual([])
})
