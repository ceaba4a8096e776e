import { describe, expect, it } from 'vitest'
import { facility, schedule } from '../../../tests/support/booking-examples.ts'
import { fittingTimes, keyOf, lastWaitingDay, nextOffer, timesIn } from './waiting.rules.ts'

const now = new Date('2026-11-23T14:00:00Z')
const times = timesIn([
  schedule({ times: ['2026-11-26T15:00:00.000Z', '2026-11-23T14:30:00.000Z', '2026-11-24T15:00:00.000Z'] }),
])

describe('times for somebody who waits', () => {
  it('are early enough, can still be reached, and come in their order', () => {
    const fitting = fittingTimes(times, { untilDay: '2026-11-25', now })
    expect(fitting.map(({ startsAt }) => startsAt)).toEqual(['2026-11-24T15:00:00.000Z'])
    expect(fittingTimes(times, { untilDay: '2026-11-26', now }).map(({ startsAt }) => startsAt)).toEqual([
      '2026-11-24T15:00:00.000Z',
      '2026-11-26T15:00:00.000Z',
    ])
  })

  it('begin more than an hour from now', () => {
    const [soon] = timesIn([schedule({ times: ['2026-11-23T15:00:00.000Z'] })])
    const fits = (at: string) => fittingTimes([soon!], { untilDay: '2026-11-23', now: new Date(at) }).length === 1
    expect(['2026-11-23T13:59:59.999Z', '2026-11-23T14:00:00.000Z'].map(fits)).toEqual([true, false])
  })

  it('count by the day of their place, also where the clocks change', () => {
    const place = facility('23', { timeZone: 'America/Los_Angeles' })
    const late = timesIn([schedule({ times: ['2026-11-26T07:30:00.000Z'], place })])
    expect(fittingTimes(late, { untilDay: '2026-11-25', now })).toHaveLength(1)
    const changed = timesIn([schedule({ times: ['2027-03-15T04:30:00.000Z'], place: facility('11') })])
    expect(fittingTimes(changed, { untilDay: '2027-03-15', now })).toHaveLength(1)
    expect(fittingTimes(changed, { untilDay: '2027-03-14', now })).toHaveLength(0)
    expect(lastWaitingDay('2026-11-23')).toBe('2027-01-22')
  })

  it('are offered one by one: none that was offered before, none that another person is offered now', () => {
    const fitting = fittingTimes(times, { untilDay: '2026-11-30', now })
    const [first, second] = fitting
    expect(nextOffer(fitting, { notified: [], offered: new Set() })).toEqual(first)
    expect(nextOffer(fitting, { notified: [keyOf(first!)], offered: new Set() })).toEqual(second)
    expect(nextOffer(fitting, { notified: [], offered: new Set([keyOf(first!)]) })).toEqual(second)
    expect(nextOffer(fitting, { notified: [keyOf(second!)], offered: new Set([keyOf(first!)]) })).toBeUndefined()
  })
})
