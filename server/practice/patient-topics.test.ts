import { expect, test } from 'vitest'
import type { Principal } from '../protocol/principal.ts'
import { mayHear } from './patient-topics.ts'

const patient = { id: '300001', emrId: 'e1', firstName: 'Lucas', lastName: 'Lee' }
const account = { accountId: 7, login: 'ann', firstName: 'Ann', lastName: 'Lee', patient }

test.each<[string, Principal, string[]]>([
  ['a guardian without limits', { ...account, kind: 'guardian' }, ['bills', 'messages', 'mail', 'unknown']],
  ['a guardian limited to billing', { ...account, kind: 'guardian', scope: [5] }, ['bills']],
  ['a guardian limited to two parts', { ...account, kind: 'guardian', scope: [2, 5] }, ['bills', 'messages', 'mail']],
  ['a guardian limited to nothing', { ...account, kind: 'guardian', scope: [] }, []],
  [
    'a guest',
    { kind: 'guest', guestId: 'g', licenseeId: 'lakeside', patient, until: '2026-11-23T15:00:00Z' },
    ['bills'],
  ],
])('%s hears of the own parts of the patient', (_who, principal, heard) => {
  const topics = ['bills', 'messages', 'mail', 'unknown']
  expect(topics.filter((topic) => mayHear(principal, topic))).toEqual(heard)
})
