import { expect, test } from 'vitest'
import { loadZipDistances } from './zip-distance.ts'

const between = await loadZipDistances()

test('miles between ZIP codes are those of their middles, in both directions', () => {
  expect(between('10011', '07030')).toBeCloseTo(1.6, 0)
  expect(between('07030', '10011')).toBe(between('10011', '07030'))
  expect(between('10001', '90001')).toBeCloseTo(2450, -1)
  expect(between('80202', '80202')).toBe(0)
})

test('a ZIP code with four more digits counts by its first five', () => {
  expect(between('10011-1234', ' 07030 ')).toBe(between('10011', '07030'))
})

test.for(['', '00000', '1001', 'constructor', 'toString'])(
  'without a known ZIP code, such as "%s", there is no distance',
  (zip) => {
    expect([between(zip, '10011'), between('10011', zip)]).toEqual([undefined, undefined])
  },
)
