import { describe, expect, test } from 'vitest'
import { daysFault, spanOf, logQueryOf } from './activity.rules.ts'

const today = '2026-11-23'
const days = { from: '2026-11-01', to: '2026-11-23' }

describe('the days of the activity log', () => {
  test('are neither in the future nor the wrong way round', () => {
    expect(daysFault({ ...days, today })).toBeUndefined()
    expect(daysFault({ from: today, to: today, today })).toBeUndefined()
    expect(daysFault({ from: '2026-11-24', to: '2026-11-24', today })).toEqual({
      pointer: '/from',
      code: 'activity.fromFuture',
    })
    expect(daysFault({ from: today, to: '2026-11-24', today })).toEqual({ pointer: '/to', code: 'activity.toFuture' })
    expect(daysFault({ from: '2026-11-22', to: '2026-11-21', today })).toEqual({
      pointer: '/from',
      code: 'activity.order',
    })
  })

  test('reach from the midnight of the first to that after the last, also where the clocks change', () => {
    expect(spanOf({ from: '2026-11-01', to: '2026-11-01' }, 'America/New_York')).toEqual({
      from: new Date('2026-11-01T04:00:00Z'),
      until: new Date('2026-11-02T05:00:00Z'),
    })
  })
})

describe('an address of the activity log', () => {
  test('names its days, page and size', () => {
    expect(logQueryOf({ ...days, page: '3', size: '50' }, today)).toMatchObject({ ...days, page: 3, size: 50 })
    expect(logQueryOf(days, today)).toMatchObject({ ...days, page: 1, size: 10 })
  })

  test('without days asks for the last thirty, with the current one', () => {
    expect(logQueryOf({ size: '20' }, today)).toMatchObject({ from: '2026-10-25', to: today, size: 20 })
  })

  test.each([
    { from: days.from },
    { to: days.to },
    { from: '2026-02-29', to: days.to },
    { from: days.from, to: 'today' },
    { from: days.from, to: '2026-11-24' },
    { from: days.to, to: days.from },
  ])('asks for nothing with %j', (query) => {
    expect(logQueryOf(query, today)).toBeUndefined()
  })
})
