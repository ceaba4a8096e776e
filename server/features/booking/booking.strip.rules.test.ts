import { describe, expect, test } from 'vitest'
import { daysFrom, latestDay, narrowMoves, stripStart, wideMoves } from './booking.strip.rules.ts'

const today = '2026-11-23'
const limits = { today, latest: '2027-11-23' }

describe('the week strip', () => {
  test('shows seven days from its first one, or one on a narrow screen', () => {
    expect(daysFrom('2026-11-28')).toEqual([
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
    ])
    expect(daysFrom('2026-11-28', 1)).toEqual(['2026-11-28'])
  })

  test('begins on the day that was asked for, today at the earliest', () => {
    expect(stripStart('2026-12-01', limits)).toEqual({ from: '2026-12-01', wasPast: false })
    expect(stripStart(today, limits)).toEqual({ from: today, wasPast: false })
    expect(stripStart('2026-11-22', limits)).toEqual({ from: today, wasPast: true })
  })

  test('begins today for what is no day', () => {
    for (const none of [undefined, '', '2026-02-29', 'tomorrow'])
      expect(stripStart(none, limits)).toEqual({ from: today, wasPast: false })
  })

  test('ends with the days that the record server knows, a year ahead', () => {
    expect(latestDay(today)).toBe('2027-11-23')
    expect(stripStart('2027-11-23', limits)).toEqual({ from: '2027-11-23', wasPast: false })
    expect(stripStart('2027-11-24', limits)).toEqual({ from: '2027-11-23', wasPast: false })
  })
})

describe('the moves of the strip', () => {
  test('are a week forth and two weeks back', () => {
    expect(wideMoves('2026-12-21', limits)).toEqual({ previous: '2026-12-07', next: '2026-12-28' })
  })

  test('go back to today at most, and not from there', () => {
    expect(wideMoves('2026-12-07', limits)).toEqual({ previous: today, next: '2026-12-14' })
    expect(wideMoves('2026-12-06', limits)).toEqual({ previous: today, next: '2026-12-13' })
    expect(wideMoves(today, limits)).toEqual({ next: '2026-11-30' })
  })

  test('go forth to the last day at most', () => {
    expect(wideMoves('2027-11-16', limits)).toEqual({ previous: '2027-11-02', next: '2027-11-23' })
    expect(wideMoves('2027-11-17', limits)).toEqual({ previous: '2027-11-03' })
  })

  test('are a day each on a narrow screen', () => {
    expect(narrowMoves('2026-11-24', limits)).toEqual({ previous: today, next: '2026-11-25' })
    expect(narrowMoves(today, limits)).toEqual({ next: '2026-11-24' })
    expect(narrowMoves('2027-11-23', limits)).toEqual({ previous: '2027-11-22' })
  })

  test('forth skip weeks and days without a free time [1 §4.36]', () => {
    const openings = { afterDay: '2026-11-27', afterWeek: '2026-12-16' }
    expect(wideMoves(today, { ...limits, openings })).toEqual({ next: '2026-12-14' })
    expect(narrowMoves(today, { ...limits, openings })).toEqual({ next: '2026-11-27' })
    expect(wideMoves(today, { ...limits, openings: { afterWeek: '2026-11-30' } })).toEqual({ next: '2026-11-30' })
    expect(wideMoves('2026-12-21', { ...limits, openings: { afterWeek: '2027-01-20' } })).toEqual({
      previous: '2026-12-07',
      next: '2027-01-18',
    })
  })

  test('that are not possible are not there', () => {
    expect(Object.keys(narrowMoves(today, { today, latest: today }))).toEqual([])
  })
})
