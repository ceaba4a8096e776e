import { expect, test } from 'vitest'
import { addDays, dayFromPath, dayOf, instantAt, wireInstant } from './local-time.ts'

test('an instant is written with the offset of its place', () => {
  const instant = Date.parse('2026-07-01T15:30:00Z')
  expect(wireInstant('America/New_York', instant)).toBe('2026-07-01T11:30:00-04:00')
  expect(wireInstant('America/Phoenix', instant)).toBe('2026-07-01T08:30:00-07:00')
  expect(wireInstant('Asia/Kathmandu', instant)).toBe('2026-07-01T21:15:00+05:45')
})

test('what is written reads back as the same instant, through both changes of the clocks', () => {
  for (const start of ['2026-03-08T00:00:00Z', '2026-11-01T00:00:00Z']) {
    for (let minute = 0; minute < 24 * 60; minute += 15) {
      const instant = Date.parse(start) + minute * 60_000
      expect(Date.parse(wireInstant('America/Denver', instant))).toBe(instant)
    }
  }
})

test('midnight after a day is midnight before the next, however long the day', () => {
  for (const day of ['2026-03-08', '2026-11-01', '2026-06-10']) {
    expect(instantAt('America/New_York', day, 1440)).toBe(instantAt('America/New_York', addDays(day, 1), 0))
  }
})

test('late in the evening it is still the same day in Denver', () => {
  expect(dayOf('America/Denver', Date.parse('2026-03-02T05:00:00Z'))).toBe('2026-03-01')
})

test('a day that no calendar has is none', () => {
  expect(dayFromPath('03-08-2026')).toBe('2026-03-08')
  for (const text of ['02-30-2026', '13-01-2026', '2026-03-08', '3-8-2026', '12-31-9999', ''])
    expect(dayFromPath(text)).toBeUndefined()
})
