import { expect, test } from 'vitest'
import { eventsShown } from './session-actions.ts'

test('a session that a page prolonged is no event that is shown', () => {
  const words = new Map([
    ['action:account.signIn', 'Signed in'],
    ['action:account.stay', 'Stayed'],
    ['action:account.signOut', 'Signed out'],
  ])
  expect(eventsShown(words)).toEqual(['action:account.signIn', 'action:account.signOut'])
})
