import { expect, test } from 'vitest'
import { loadZipPlaces } from './zip-places.ts'

const { milesBetween: between, viewFrom } = await loadZipPlaces()

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

test('the ZIP codes around one are those that begin with a digit, the nearest of which is itself', () => {
  const { areas } = viewFrom('10011') ?? expect.fail('10011 is unknown')
  expect(areas.map(({ prefix }) => prefix)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(areas.find(({ prefix }) => prefix === '1')?.miles).toBe(0)
  const parts = areas[0]?.parts() ?? []
  expect(parts.every(({ prefix }) => /^0\d$/.test(prefix))).toBe(true)
  expect(Math.min(...parts.map(({ miles }) => miles))).toBe(areas[0]?.miles)
})

test('a ZIP code that is not known is beside those that begin as it does', () => {
  expect(between('10048', '10011')).toBeUndefined()
  expect(viewFrom('10048')?.milesTo('10001')).toBeLessThan(5)
  expect(viewFrom('10048')?.areas.find(({ prefix }) => prefix === '1')?.miles).toBe(0)
  expect(viewFrom('00000')).toBeUndefined()
})
