import { expect, test } from 'vitest'
import { flagInWords } from './observation-flag.ts'

test.each([
  ['N', 'Normal'],
  ['L', 'Low'],
  ['H', 'High'],
  ['LL', 'Critically low'],
  ['HH', 'Critically high'],
  ['A', 'Abnormal'],
])('the flag %s is %s, whatever the range says', (flag, word) => {
  expect(flagInWords({ flag, value: 5, low: 1, high: 9 })).toBe(word)
  expect(flagInWords({ flag, value: 0, low: 1, high: 9 })).toBe(word)
  expect(flagInWords({ flag })).toBe(word)
})

test.each([
  [3.49, 'Low'],
  [3.5, 'Normal'],
  [5.1, 'Normal'],
  [5.11, 'High'],
])('without a flag, %d in the range 3.5 to 5.1 is %s', (value, word) => {
  expect(flagInWords({ flag: '', value, low: 3.5, high: 5.1 })).toBe(word)
})

test.each([
  [{ value: 59, low: 60 }, 'Low'],
  [{ value: 60, low: 60 }, 'Normal'],
  [{ value: 1000, low: 60 }, 'Normal'],
  [{ value: 101, high: 100 }, 'High'],
  [{ value: 100, high: 100 }, 'Normal'],
  [{ value: -3, high: 100 }, 'Normal'],
  [{ value: -1, low: 0 }, 'Low'],
])('a range may have one limit only: %j is %s', (measured, word) => {
  expect(flagInWords({ flag: '', ...measured })).toBe(word)
})

test('nothing is said of a value without flag and range, of a text without flag, and of an unknown flag', () => {
  expect(flagInWords({ flag: '', value: 5 })).toBeUndefined()
  expect(flagInWords({ flag: '', low: 1, high: 9 })).toBeUndefined()
  expect(flagInWords({ flag: 'X', value: 5, low: 1, high: 9 })).toBeUndefined()
})
