import { describe, expect, it } from 'vitest'
import {
  addDays,
  calendarDay,
  clockText,
  clockTimes,
  dayOf,
  momentText,
  shortDayText,
  waitText,
  zoneText,
} from './time-words.ts'

const newYork = 'America/New_York'

describe('a moment', () => {
  it('is said with its weekday and in the zone of its place', () => {
    expect(momentText('2026-11-23T14:00:00Z', newYork)).toBe('Monday 11/23/2026, 9:00 AM Eastern Time')
    expect(momentText(new Date('2026-11-24T04:30:00Z'), newYork)).toBe('Monday 11/23/2026, 11:30 PM Eastern Time')
    expect(shortDayText('2026-11-23')).toBe('Mon 11/23')
    expect(momentText('2026-11-01T05:30:00Z', newYork)).toBe('Sunday 11/01/2026, 1:30 AM EDT')
  })

  it('belongs to the day of its zone', () => {
    expect(dayOf('2026-11-24T03:00:00Z', newYork)).toBe('2026-11-23')
    expect(dayOf('2026-11-24T06:30:00Z', 'America/Denver')).toBe('2026-11-23')
  })

  it.for([newYork, 'America/Phoenix', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])(
    'has the day and the hour of a calendar and a clock in %s, also where clocks change',
    (timeZone) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
      for (const from of [
        '2026-11-01T00:00:00Z',
        '2027-03-14T00:00:00Z',
        '2026-10-03T06:00:00Z',
        '2027-04-03T06:00:00Z',
      ])
        for (let quarter = 0; quarter < 192; quarter++) {
          const instant = new Date(Date.parse(from) + quarter * 900_000)
          expect(dayOf(instant, timeZone)).toBe(day.format(instant))
          const [shown] = /^\d+:\d+ [AP]M/.exec(clockText(instant, timeZone)) ?? []
          expect(shown).toBe(clock.format(instant).replaceAll('\u202f', ' '))
        }
    },
  )

  it('names a zone that keeps its clocks all year apart from its neighbours', () => {
    expect([zoneText('America/Phoenix'), zoneText('America/Denver')]).toEqual([
      'Mountain Standard Time',
      'Mountain Time',
    ])
  })
})

describe('clock times', () => {
  const hours = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * 1_800_000).toISOString())

  it('are the same for a whole day as one by one, on every kind of day', () => {
    for (const from of ['2026-11-23T05:00:00Z', '2026-11-01T04:00:00Z', '2027-03-14T05:00:00Z']) {
      const instants = hours(from, 40)
      expect(clockTimes(instants, newYork).map(({ text }) => text)).toEqual(
        instants.map((instant) => clockText(instant, newYork)),
      )
    }
  })

  it('tell the two hours apart when the clocks are set back', () => {
    const twice = clockTimes(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T14:00:00Z'], newYork)
    expect(twice).toEqual([
      { text: '1:30 AM EDT', hour: 1 },
      { text: '1:30 AM EST', hour: 1 },
      { text: '9:00 AM', hour: 9 },
    ])
  })

  it('of no instants are none', () => {
    expect(clockTimes([], newYork)).toEqual([])
  })
})

describe('a wait', () => {
  it.for([
    [1, '1 second'],
    [90, '90 seconds'],
    [91, '2 minutes'],
    [5400, '90 minutes'],
    [5401, '2 hours'],
    [86_400, '24 hours'],
  ] as const)('of %i seconds is %s', ([seconds, words]) => {
    expect(waitText(seconds)).toBe(words)
  })
})

describe('a day', () => {
  it('is one of the calendar', () => {
    expect(calendarDay('2028-02-29')).toBe('2028-02-29')
    for (const none of ['2027-02-29', '2026-13-01', '11/23/2026', 'today', '', undefined])
      expect(calendarDay(none)).toBeUndefined()
  })

  it('is followed by the next one, whatever the clocks do', () => {
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  })
})
