import { expect, test } from 'vitest'
import type { Measurement } from './fhir/results.ts'
import { valueWords } from './value-words.ts'

const mg = (value: number) => ({ value, unit: 'mg' })

test.each([
  [{ valueString: ' Negative\n' }, 'Negative'],
  [{ valueBoolean: false }, 'No'],
  [{ valueCodeableConcept: { coding: [{ display: 'Detected' }] } }, 'Detected'],
  [{ valueRange: { low: { value: 5, digits: '5.0' }, high: { value: 10, unit: '' } } }, '5.0–10'],
  [{ valueRange: { low: mg(5), high: mg(10) } }, '5–10 mg'],
  [{ valueRange: { low: mg(5), high: { value: 1, unit: 'g' } } }, '5 mg to 1 g'],
  [{ valueRange: { high: mg(10) } }, '10 mg or lower'],
  [{ valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }, '1:128'],
  [{ valueRatio: { numerator: { value: 1, comparator: '<' }, denominator: { value: 8 } } }, '<1:8'],
  [{ valueRatio: { numerator: mg(5), denominator: { value: 2, unit: 'mL' } } }, '5 mg : 2 mL'],
  [{ valueRatio: { numerator: mg(5) } }, ''],
  [{ valueTime: '08:30:00' }, '08:30:00'],
  [{ valueDateTime: '2020-01-15T09:05:00-05:00' }, 'January 15, 2020, 9:05 AM'],
  [{ valueDateTime: '2020-01-15' }, 'January 15, 2020'],
  [{ valueDateTime: '2020-01' }, '2020-01'],
  [{ valuePeriod: { start: '2020-01-15', end: '2020-01-17' } }, 'January 15, 2020 to January 17, 2020'],
  [{ valuePeriod: {} }, ''],
  [{ valueSampledData: {} }, ''],
  [{}, ''],
] satisfies [Measurement, string][])('%j is %j', (measurement, words) => {
  expect(valueWords(measurement)).toBe(words)
})
