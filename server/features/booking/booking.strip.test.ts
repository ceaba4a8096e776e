import { describe, expect, it } from 'vitest'
import { today } from '../../../tests/support/booking-examples.ts'
import { daysFrom, latestDay, narrowMoves, stripStart, wideMoves, type Openings } from './booking.strip.rules.ts'
import { dayStrip } from './booking.strip.ts'

const latest = latestDay(today)
const limits = { today, latest }

describe('the strip', () => {
  it('starts with the day that was chosen, with today instead of a day that is over, and ignores what is no day [1 §4.39 §5.20]', () => {
    expect(stripStart('2026-12-24', limits)).toEqual({ from: '2026-12-24', wasPast: false })
    expect(stripStart('2026-11-22', limits)).toEqual({ from: today, wasPast: true })
    for (const none of [undefined, '', 'banana', '11/30/2026', '2026-02-31'])
      expect(stripStart(none, limits)).toEqual({ from: today, wasPast: false })
    expect(stripStart('2031-01-01', limits)).toEqual({ from: latest, wasPast: false })
  })

  it('has seven days, also over the days on which the clocks change [1 §4.35]', () => {
    expect(daysFrom('2026-10-30')).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
    ])
    expect(daysFrom('2027-03-12')).toContain('2027-03-14')
  })

  it('goes on by a week and back by two on a wide screen, never before today [1 §4.36 §4.37]', () => {
    expect(wideMoves('2026-12-14', limits)).toEqual({ previous: '2026-11-30', next: '2026-12-21' })
    expect(wideMoves('2026-11-30', limits)).toEqual({ previous: today, next: '2026-12-07' })
  })

  it('moves by one day on a narrow screen', () => {
    expect(narrowMoves('2026-11-24', limits)).toEqual({ previous: today, next: '2026-11-25' })
  })

  it('has no Previous when it starts today and no Next at the end of the year [1 §4.38]', () => {
    expect(wideMoves(today, limits).previous).toBeUndefined()
    expect(narrowMoves(today, limits).previous).toBeUndefined()
    expect(wideMoves(latest, limits).next).toBeUndefined()
  })

  const stripFrom = (from: string, openings?: Openings) =>
    dayStrip({
      strip: { from, wasPast: false },
      ...limits,
      moveTo: (day) => `/at?from=${day}`,
      choose: (day) => `/at?from=${day}`,
      pick: { to: '/at', parameter: 'from' },
      openings,
    })

  it('names on each arrow the days where it leads [1 §2.64 §4.36 §4.37]', () => {
    expect(stripFrom('2026-12-14').wide).toEqual({
      previous: { type: 'navigate', to: '/at?from=2026-11-30' },
      previousTarget: '11/30 to 12/06',
      next: { type: 'navigate', to: '/at?from=2026-12-21' },
      nextTarget: '12/21 to 12/27',
    })
    expect(stripFrom('2026-12-14').narrow).toMatchObject({ previousTarget: 'Sun 12/13', nextTarget: 'Tue 12/15' })
    expect(stripFrom('2027-11-16').wide?.nextTarget).toBe('11/23')
  })

  it('names the week that Next leads to when weeks without a time are skipped [1 §4.36]', () => {
    expect(stripFrom(today, { afterDay: '2026-11-27', afterWeek: '2026-12-16' })).toMatchObject({
      wide: { next: { to: '/at?from=2026-12-14' }, nextTarget: '12/14 to 12/20' },
      narrow: { next: { to: '/at?from=2026-11-27' }, nextTarget: 'Fri 11/27' },
    })
  })

  it('says which day is the first available, and leads to it from any other', () => {
    expect(stripFrom(today, { first: today }).first).toEqual({ text: 'First available: Mon Nov 23' })
    expect(stripFrom('2026-12-14', { first: '2026-11-27' }).first).toEqual({
      text: 'First available: Fri Nov 27',
      do: { type: 'navigate', to: '/at?from=2026-11-27' },
    })
    expect(stripFrom(today)).not.toHaveProperty('first')
  })

  it('ends with the last day that can be booked: each of its days leads somewhere', () => {
    const { days, title, wide } = stripFrom('2027-11-20')
    expect(days.map(({ day }) => day)).toEqual(['2027-11-20', '2027-11-21', '2027-11-22', '2027-11-23'])
    expect(days.every((day) => day.do !== undefined)).toBe(true)
    expect([title, wide?.next]).toEqual(['Sat 11/20 to Tue 11/23', undefined])
    expect(stripFrom(latest).title).toBe('Tuesday 11/23/2027')
  })

  it('offers other dates from today on and says what is too early [1 §2.62 §5.18 §8.31 §9.8]', () => {
    const block = dayStrip({
      strip: { from: '2026-11-30', wasPast: false },
      ...limits,
      moveTo: (day) => `/at?from=${day}`,
      choose: (day) => `/at?from=${day}`,
      pick: { to: '/at', parameter: 'from' },
    })
    expect(block.picker).toMatchObject({
      label: 'Pick different date',
      min: today,
      tooEarly: 'Date should not be in past',
    })
    expect(block.narrow?.below).toBe(800)
    expect(block.title).toBe('Mon 11/30 to Sun 12/06')
    expect(block.days[0]).toMatchObject({ weekday: 'Mon', text: '11/30', about: 'Monday 11/30/2026' })
  })
})
