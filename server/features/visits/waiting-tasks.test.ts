import { expect, test } from 'vitest'
import type { Licensee } from '../../licensees/licensee.ts'
import { waitingTasks } from './waiting-tasks.ts'

const practice = { id: 'lakeside', timeZone: 'America/New_York' } as Licensee // the fields that are read
const startsAt = new Date('2026-11-27T15:00:00Z')

/** Events in order: `guest entered`, one minute apart. */
function events(...happened: string[]) {
  return happened.map((each, minute) => {
    const [role, what] = each.split(' ') as ['guest' | 'host', 'entered' | 'left'] // as written below
    return { room: 'r1', role, what, patientId: '1001', startsAt, at: new Date(startsAt.getTime() + minute * 60_000) }
  })
}
const keys = (...happened: string[]) => waitingTasks(practice, events(...happened)).map(({ key }) => key)

test('a patient waits who is in a visit while the provider is not', () => {
  expect(waitingTasks(practice, events('guest entered'))).toEqual([
    {
      licenseeId: 'lakeside',
      kind: 'waiting',
      key: 'r1 0',
      patientId: '1001',
      detail: 'Visit of Friday 11/27/2026, 10:00 AM Eastern Time',
      at: startsAt,
    },
  ])
  expect(keys('guest entered', 'host entered')).toEqual([])
  expect(keys('host entered', 'guest entered')).toEqual([])
  expect(keys('guest entered', 'guest left')).toEqual([])
  expect(keys('host entered')).toEqual([])
})

test('who comes again, or is left alone, waits again', () => {
  expect(keys('guest entered', 'guest left', 'guest entered')).toEqual(['r1 1'])
  expect(keys('guest entered', 'host entered', 'host left')).toEqual(['r1 1'])
})
