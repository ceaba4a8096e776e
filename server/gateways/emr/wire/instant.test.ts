import { describe, expect, test } from 'vitest'
import { noDates } from '../../../../tests/support/no-dates.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { dayIn, instantIn, partialDayIn } from './instant.ts'

describe('a date of a record', () => {
  test.each(noDates)('that is %j is empty', (none) => {
    expect([dayIn(none, 'call'), partialDayIn(none, 'call'), instantIn(none, 'call')]).toEqual(['', '', ''])
  })

  test('is what it says, an instant in UTC', () => {
    expect(dayIn('2026-02-28', 'call')).toBe('2026-02-28')
    expect(['2009', '2009-05', '2009-05-04'].map((day) => partialDayIn(day, 'call'))).toEqual([
      '2009',
      '2009-05',
      '2009-05-04',
    ])
    expect(instantIn('2026-02-04T09:30:00.5-05:00', 'call')).toBe('2026-02-04T14:30:00.500Z')
  })

  test.each([
    [dayIn, '2026-02-30'],
    [dayIn, '2026-02-03T09:00:00Z'],
    [partialDayIn, '05/2009'],
    [instantIn, '2026-02-03T09:00:00'],
    [instantIn, '2026-02-03'],
    [instantIn, '2026-02-03T25:00:00Z'],
    [instantIn, 'soon'],
  ])('is refused if it cannot be read: %o of %s', (read, text) => {
    expect(() => read(text, 'call')).toThrow(InvalidEmrResponse)
  })
})
