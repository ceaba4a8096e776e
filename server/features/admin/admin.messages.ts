import { textRules } from '../../licensees/settings/text-rules.ts'
import type { Messages } from '../../protocol/definitions.ts'

const formWords = Object.fromEntries(Object.values(textRules).map(({ code, words }) => [code, words]))

export const adminMessages: Messages = {
  ...formWords,
  'setting.unknown': 'There is no such setting.',
  'setting.secret': 'Please enter the new value.',
  'setting.colour': 'Please enter a colour as # and six digits, for example #13607C.',
  'setting.contrast':
    'This colour has a contrast of {ratio} to 1 on white, and needs at least {least} to 1. {proposal} is the nearest darker shade that has it.',
  'setting.changed': '{who} changed this to {value} at {at}; your value was not saved.',
  'setting.changedSecret': '{who} changed this at {at}; your value was not saved.',
  'setting.resetMeanwhile': '{who} reset this to {value} at {at}; your value was not saved.',
  'setting.stale': 'This page does not show the value as it is; your value was not saved.',
  'setting.notChanged': 'Nothing is changed here.',
}
