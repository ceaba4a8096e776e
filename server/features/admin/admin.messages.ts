import { textRules } from '../../licensees/settings/text-rules.ts'
import type { Messages } from '../../protocol/definitions.ts'

const formWords = Object.fromEntries(Object.values(textRules).map(({ code, words }) => [code, words]))

export const adminMessages: Messages = {
  ...formWords,
  'setting.unknown': 'There is no such setting.',
  'setting.ownersOnly': 'Only an owner can change this setting.',
  'setting.secret': 'Enter the new value.',
  'setting.line': 'Enter a single line, without line breaks or other invisible characters.',
  'setting.among': 'This portal does not answer there. Enter one of: {allowed}.',
  'setting.colour': 'Enter a color as # and six digits, for example #13607C.',
  'setting.contrast':
    'This color is hard to read: its contrast on {ground} is {ratio} to 1, and it needs at least {least} to 1. Try {proposal}, the nearest darker shade.',
  'setting.changed': '{who} changed “{title}” to {value} at {at}. Your change was not saved.',
  'setting.changedSecret': '{who} changed “{title}” at {at}. Your change was not saved.',
  'setting.resetMeanwhile': '{who} reset “{title}” to {value} at {at}. Your change was not saved.',
  'setting.stale': 'This page shows an old value. Your change was not saved.',
  'setting.notChanged': 'Uses the default.',
  'setting.nothingToUndo': 'There is nothing to undo.',
}
