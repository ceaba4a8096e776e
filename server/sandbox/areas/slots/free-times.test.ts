import { describe, expect, test } from 'vitest'
import { freeTimes, offeredTimes, type Calendar } from './free-times.ts'
import { wireInstant } from '../../local-time.ts'
import { unitsOf } from './busy-units.ts'

const everyDay = (startMinute: number, endMinute: number): Calendar => ({
  openings: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    facilityN: 1,
    weekday,
    startMinute,
    endMinute,
    mode: 'inoffice',
  })),
  leave: [],
  busy: new Set(),
})

const ask = (zone: string, day: string, minutes = 30) =>
  ({ facilityN: 1, zone, day, minutes, mode: 'inoffice' }) as const
const newYork = 'America/New_York'
const phoenix = 'America/Phoenix'
const night = everyDay(0, 360)

describe('times on the days on which the clocks change', () => {
  test('a night has an hour less in spring in New York', () => {
    const times = offeredTimes(night, ask(newYork, '2026-03-08')).map((at) => wireInstant(newYork, at))
    expect(times).toHaveLength(10)
    expect(times[3]).toBe('2026-03-08T01:30:00-05:00')
    expect(times[4]).toBe('2026-03-08T03:00:00-04:00')
  })

  test('a night has an hour more in autumn in New York, and both hours from one to two are offered', () => {
    const times = offeredTimes(night, ask(newYork, '2026-11-01')).map((at) => wireInstant(newYork, at))
    expect(times).toHaveLength(14)
    expect(times).toContain('2026-11-01T01:30:00-04:00')
    expect(times).toContain('2026-11-01T01:30:00-05:00')
    expect(new Set(times).size).toBe(14)
  })

  test('Phoenix never changes its clocks', () => {
    for (const day of ['2026-03-08', '2026-11-01', '2026-07-01']) {
      const times = offeredTimes(night, ask(phoenix, day))
      expect(times).toHaveLength(12)
      expect(wireInstant(phoenix, times[0] ?? 0)).toBe(`${day}T00:00:00-07:00`)
    }
  })

  test('office hours stay where they are on the wall, so their instants move by an hour', () => {
    const first = (day: string) => offeredTimes(everyDay(480, 1020), ask(newYork, day))[0] ?? 0
    expect(new Date(first('2026-03-07')).toISOString()).toBe('2026-03-07T13:00:00.000Z')
    expect(new Date(first('2026-03-08')).toISOString()).toBe('2026-03-08T12:00:00.000Z')
    expect(new Date(first('2026-11-01')).toISOString()).toBe('2026-11-01T13:00:00.000Z')
  })

  test('hours until midnight end with the day, also on a long one', () => {
    const times = offeredTimes(everyDay(0, 1440), ask(newYork, '2026-11-01'))
    expect(times).toHaveLength(50)
    expect(wireInstant(newYork, times.at(-1) ?? 0)).toBe('2026-11-01T23:30:00-05:00')
  })
})

describe('what is offered and what is free', () => {
  const day = '2026-03-03'
  const morning = everyDay(480, 600)

  test('a time that would not end within the hours is not offered', () => {
    expect(offeredTimes(morning, ask(newYork, day, 50))).toHaveLength(2)
  })

  test('nothing is offered on leave, both ends included, elsewhere, or in another mode', () => {
    const away = { ...morning, leave: [{ firstDay: '2026-03-02', lastDay: day }] }
    expect(offeredTimes(away, ask(newYork, '2026-03-02'))).toEqual([])
    expect(offeredTimes(away, ask(newYork, day))).toEqual([])
    expect(offeredTimes(away, ask(newYork, '2026-03-04'))).toHaveLength(4)
    expect(offeredTimes(morning, { ...ask(newYork, day), facilityN: 2 })).toEqual([])
    expect(offeredTimes(morning, { ...ask(newYork, day), mode: 'telederm' })).toEqual([])
  })

  test('a time is free only if none of its five minutes is taken', () => {
    const [first = 0, second = 0] = offeredTimes(morning, ask(newYork, day))
    const busy = new Set([unitsOf(second, 30).first + 5])
    const free = freeTimes({ ...morning, busy }, ask(newYork, day), 0)
    expect(free).toHaveLength(3)
    expect(free).toContain(first)
    expect(free).not.toContain(second)
  })

  test('a time that has begun is not free', () => {
    const [first = 0, second = 0] = offeredTimes(morning, ask(newYork, day))
    expect(freeTimes(morning, ask(newYork, day), first)[0]).toBe(second)
  })
})
