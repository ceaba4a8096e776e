import { describe, expect, test } from 'vitest'
import type { TestResult } from '../../gateways/emr/test-results/test-results.ts'
import {
  awaitsChoice,
  comparable,
  latestShown,
  mostNotable,
  pointsOf,
  rangeText,
  toneOf,
  valueText,
  type Value,
} from './test-results.rules.ts'

const glucose: Value = {
  resultId: '1',
  code: 'GLU',
  name: 'Glucose',
  value: 112,
  text: '112',
  unit: 'mg/dL',
  low: 70,
  high: 99,
  referenceText: '',
  flag: 'High',
  status: 'final',
  takenAt: '2026-11-20T13:10:00.000Z',
}
const culture: Value = {
  ...glucose,
  code: '',
  name: 'Culture',
  value: undefined,
  text: 'No growth',
  unit: '',
  low: undefined,
  high: undefined,
  referenceText: 'No growth',
  flag: undefined,
}
const result: TestResult = {
  id: '1',
  testType: 'Basic metabolic panel',
  physician: '',
  day: '2026-11-20',
  isReviewed: false,
  annotationHtml: '',
  releasedAt: '2026-11-20T14:00:00.000Z',
  isPendingReview: false,
  status: 'final',
}

test('only a result that neither the physician nor the person has seen awaits the choice of the person', () => {
  const states = [
    { isPendingReview: true, isReviewed: false },
    { isPendingReview: true, isReviewed: true },
    { isPendingReview: false, isReviewed: false },
  ]
  expect(states.map(awaitsChoice)).toEqual([true, false, false])
})

test('a value has its digits, sign and unit as the laboratory wrote them, and one that was canceled has none', () => {
  expect(valueText(glucose)).toBe('112 mg/dL')
  expect(valueText({ ...glucose, text: '5.10' })).toBe('5.10 mg/dL')
  expect(valueText({ ...glucose, text: '<5' })).toBe('<5 mg/dL')
  expect(valueText(culture)).toBe('No growth')
  expect(valueText({ ...glucose, text: '', status: 'canceled' })).toBe('Not measured')
})

test('a range says both limits, or the one that there is', () => {
  expect(rangeText(glucose)).toBe('70–99 mg/dL')
  expect(rangeText({ ...glucose, low: 0 })).toBe('0–99 mg/dL')
  expect(rangeText({ ...glucose, high: undefined })).toBe('70 mg/dL or higher')
  expect(rangeText({ ...glucose, low: undefined })).toBe('99 mg/dL or lower')
  expect(rangeText(culture)).toBe('No growth')
  expect(rangeText({ ...glucose, referenceText: '70.0–99.0, fasting' })).toBe('70.0–99.0, fasting')
  expect(rangeText({ ...culture, referenceText: '' })).toBe('')
})

test('a critical value has another tone than one that is high', () => {
  expect([toneOf('Critically high'), toneOf('High'), toneOf('Normal'), toneOf(undefined)]).toEqual([
    'error',
    'warning',
    'success',
    undefined,
  ])
})

describe('values over time', () => {
  test('are those with a code, once each', () => {
    const canceled: Value = { ...glucose, code: 'K', status: 'canceled' }
    expect(comparable([glucose, culture, { ...glucose, value: 90 }, canceled]).map(({ code }) => code)).toEqual(['GLU'])
  })

  test('are drawn as a line if they are two numbers in one unit, the earliest first', () => {
    const [latest, before, less] = [
      { ...glucose, value: 5.9, unit: 'mmol/L' },
      { ...glucose, value: 6.1, unit: 'mmol/L' },
      { ...glucose, value: undefined, text: '<5', unit: 'mmol/L' },
    ]
    expect(pointsOf([latest, less, glucose, before]).map(({ value }) => value)).toEqual([6.1, 5.9])
    expect(pointsOf([latest, less, glucose])).toEqual([])
    expect(pointsOf([])).toEqual([])
  })

  test('begin with the one that is not as expected', () => {
    const normal: Value = { ...glucose, code: 'NA', flag: 'Normal' }
    expect(mostNotable([normal, { ...culture, code: 'C' }, glucose])).toBe(glucose)
    expect(mostNotable([normal])).toBe(normal)
    expect(mostNotable([])).toBeUndefined()
  })

  test('are the latest ten, the newest first, without those of new results that the person has not chosen to see', () => {
    const values = Array.from({ length: 14 }, (_, at): Value => ({ ...glucose, resultId: String(at), value: at }))
    const latest = { ...result, id: '13' }
    const shown = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]
    expect(latestShown(values, [{ ...latest, isPendingReview: true }]).map(({ value }) => value)).toEqual(shown)
    expect(latestShown(values, [latest]).map(({ value }) => value)).toEqual([13, ...shown.slice(0, 9)])
    expect(latestShown(values, []).map(({ value }) => value)).toEqual([13, ...shown.slice(0, 9)])
  })
})
