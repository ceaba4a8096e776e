import { describe, expect, test } from 'vitest'
import type { ReferenceRange } from './fhir/results.ts'
import { usualRange } from './reference-range.ts'

const woman = { gender: 'female', birthDate: '1990-04-01', takenOn: '2020-01-15T09:05:00-05:00' }
const rangeOf = (ranges: ReferenceRange[], subject: Partial<typeof woman> = woman) => {
  const { low, high, referenceText } = usualRange(ranges, 'mg/dL', { takenOn: woman.takenOn, ...subject })
  return [low, high, referenceText]
}
const between = (low: number, high: number, parts: Partial<ReferenceRange> = {}): ReferenceRange => ({
  low: { value: low },
  high: { value: high },
  ...parts,
})
const concept = (code: string) => ({ coding: [{ code }] })

test('the range is the usual one, with one limit or two, and the words of the laboratory', () => {
  const critical = { low: { value: 1 }, type: concept('critical') }
  expect(rangeOf([critical, { low: { value: 2 }, type: concept('normal') }])).toEqual([2, null, ''])
  expect(rangeOf([{ low: { value: 1, unit: 'mg/dL' }, high: { value: 9 }, text: '1 to 9' }])).toEqual([1, 9, '1 to 9'])
  expect(rangeOf([{ high: { value: 9 } }])).toEqual([null, 9, ''])
  expect(rangeOf([{ text: 'Negative' }])).toEqual([null, null, 'Negative'])
  expect([rangeOf([]), rangeOf([critical])]).toEqual([
    [null, null, ''],
    [null, null, ''],
  ])
})

test('the range has no limit in another unit, and none where it ends before it begins', () => {
  expect(rangeOf([{ low: { value: 1, unit: 'mmol/L' }, high: { value: 9 } }])).toEqual([null, 9, ''])
  expect(rangeOf([between(9, 1)])).toEqual([null, null, ''])
})

test('the digits of limits are kept in words', () => {
  const limit = (value: number, digits: string) => ({ value, digits })
  const [low, high] = [limit(3.5, '3.50'), limit(5, '5.0')]
  expect(rangeOf([{ low, high }])).toEqual([3.5, 5, '3.50–5.0 mg/dL'])
  expect(rangeOf([{ low }])).toEqual([3.5, null, '3.50 mg/dL or higher'])
  expect(rangeOf([{ high }])).toEqual([null, 5, '5.0 mg/dL or lower'])
})

describe('of ranges by sex', () => {
  const both = [between(13, 17, { appliesTo: [{ text: 'Male' }] }), between(12, 15, { appliesTo: [concept('female')] })]

  test('that of the patient counts, before the one for everybody', () => {
    expect(rangeOf(both)).toEqual([12, 15, ''])
    expect(rangeOf([between(11, 18), ...both], { gender: 'male' })).toEqual([13, 17, ''])
    expect(rangeOf([between(1, 2, { appliesTo: [concept('248152002')] })])).toEqual([1, 2, ''])
  })

  test.each([{ gender: 'other' }, { gender: undefined }])('none is taken for %j, but the one for everybody', (who) => {
    expect(rangeOf(both, who)).toEqual([null, null, ''])
    expect(rangeOf([...both, between(11, 18)], who)).toEqual([11, 18, ''])
  })

  test('one for people of whom nothing is known fits nobody', () => {
    const pregnant = between(1, 2, { appliesTo: [concept('female'), { text: 'Pregnant' }] })
    expect(rangeOf([pregnant])).toEqual([null, null, ''])
    expect(rangeOf([pregnant, between(3, 4)])).toEqual([3, 4, ''])
  })
})

describe('of ranges by age', () => {
  const years = (low: number | undefined, high: number | undefined) => ({
    low: low === undefined ? undefined : { value: low, unit: 'years' },
    high: high === undefined ? undefined : { value: high, code: 'a' },
  })
  const ranges = [between(1, 2, { age: years(undefined, 29) }), between(3, 4, { age: years(30, undefined) })]

  test.each([
    ['1990-01-16', [1, 2, '']],
    ['1990-01-15', [3, 4, '']],
    [undefined, [null, null, '']],
  ])('the one counts that fits a birth date of %s when the specimen was taken', (birthDate, expected) => {
    expect(rangeOf(ranges, { birthDate })).toEqual(expected)
  })

  test('months and days are counted too, and an unknown unit fits nobody', () => {
    const upTo = (value: number, unit: string) => [between(1, 2, { age: { high: { value, unit } } })]
    const child = { birthDate: '2019-12-16' }
    expect(rangeOf(upTo(0, 'mo'), child)).toEqual([1, 2, ''])
    expect(rangeOf(upTo(29, 'd'), child)).toEqual([null, null, ''])
    expect(rangeOf(upTo(30, 'd'), child)).toEqual([1, 2, ''])
    expect(rangeOf(upTo(99, 'moons'), child)).toEqual([null, null, ''])
    expect(rangeOf(upTo(99, 'constructor'), child)).toEqual([null, null, ''])
  })

  test('one for sex and age comes before one for sex', () => {
    const appliesTo = [concept('female')]
    expect(rangeOf([between(5, 6, { appliesTo }), between(3, 4, { appliesTo, age: years(18, 65) })])).toEqual([
      3,
      4,
      '',
    ])
  })
})

test('ranges that cannot be told apart are given in words, the same one once', () => {
  expect(rangeOf([between(1, 2, { text: 'Fasting: 1 to 2' }), between(3, 4)])).toEqual([
    null,
    null,
    'Fasting: 1 to 2; 3–4 mg/dL',
  ])
  expect(rangeOf([between(1, 2), between(1, 2)])).toEqual([1, 2, ''])
  expect(rangeOf([{}, between(1, 2)])).toEqual([1, 2, ''])
})
