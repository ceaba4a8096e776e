import { describe, expect, test } from 'vitest'
import { glucose } from '../../tests/support/practice-to-load.ts'
import type { Observation } from './fhir/results.ts'
import { observedValues } from './observed-value.ts'

const taken = { takenOn: '2020-01-15' }
const allObserved = (parts: Partial<Observation>) =>
  observedValues({ ...glucose, valueQuantity: undefined, ...parts } as Observation, { ...taken, status: 'final' }) // the fixture is one
const observed = (parts: Partial<Observation>) => allObserved(parts)[0]
const quantity = (value: number, digits?: string) => {
  const measured = observed({ valueQuantity: { value, digits, unit: 'mg/dL' } })
  return [measured?.value, measured?.valueText]
}

test.each([
  [87.55296167448076, 87.55, ''],
  [0.004567891, 0.004567891, '0.004567891'],
  [12_345.678901, 12_350, ''],
  [0.1 + 0.2, 0.3, ''],
  [314_159, 314_159, '314159'],
  [-1.5, -1.5, '-1.5'],
  [1e-7, 1e-7, ''],
  [0, 0, '0'],
])('of %d a laboratory has measured %d, with the digits %j', (written, measured, digits) => {
  expect(quantity(written)).toEqual([measured, digits])
})

test.each([
  [5.1, '5.10', '5.10'],
  [0, '0.00', '0.00'],
  [-0.5, '-0.50', '-0.50'],
  [5.1, '5.1000000000', '5.1'],
  [5.1, '9.90', '5.1'],
  [5.1, '<b>', '5.1'],
])('%d that was sent as %s is read as %s', (value, digits, expected) => {
  const [measured, text] = quantity(value, digits)
  expect([measured, text || String(measured)]).toEqual([value, expected])
})

test.each([
  [{ valueQuantity: { value: 5, comparator: '<', unit: 'mg/dL' } }, [null, '<5', 'mg/dL']],
  [{ valueQuantity: { value: 5.1, digits: '5.10', comparator: '>=', unit: 'mg/dL' } }, [null, '>=5.10', 'mg/dL']],
  [{ valueQuantity: { value: 5, code: '%' } }, [5, '5', '%']],
  [{ valueInteger: 3 }, [3, '3', '']],
  [{ valueString: ' Negative\n' }, [null, 'Negative', '']],
  [{ valueBoolean: false }, [null, 'No', '']],
  [{ valueCodeableConcept: { coding: [{ display: 'Detected' }] } }, [null, 'Detected', '']],
] satisfies [Partial<Observation>, unknown][])('%j is read', (parts, expected) => {
  const value = observed(parts)
  expect([value?.value, value?.valueText, value?.unit]).toEqual(expected)
})

test.each([{}, { valueString: ' ' }, { valueCodeableConcept: {} }, { valueQuantity: { unit: 'mg/dL' } }])(
  '%j is no value',
  (parts) => {
    expect(observed(parts)).toBeUndefined()
  },
)

describe('a value that was not measured', () => {
  const interpretation = [{ coding: [{ code: 'N' }] }]
  const unmeasured = { value: null, valueText: '', flag: '', status: 'cancelled' }

  test('has no number and is never shown as normal', () => {
    const reason = { dataAbsentReason: { text: 'Specimen hemolyzed' }, interpretation }
    expect(observed({ valueQuantity: { unit: 'mg/dL' }, ...reason })).toMatchObject({ ...unmeasured, unit: 'mg/dL' })
    const cancelled = { ...glucose, interpretation } as Observation // the fixture is one
    expect(observedValues(cancelled, { ...taken, status: 'cancelled' })[0]).toMatchObject({
      ...unmeasured,
      unit: 'mg/dL',
    })
  })

  test('is measured if it has a value all the same', () => {
    expect(observed({ valueInteger: 3, dataAbsentReason: {} })).toMatchObject({ value: 3, status: 'final' })
  })
})

test.each([
  ['H', 'H'],
  ['AA', 'A'],
  ['LU', 'LL'],
  ['POS', ''],
  ['constructor', ''],
])('the interpretation %s is the flag %j', (code, flag) => {
  expect(observed({ valueInteger: 1, interpretation: [{ coding: [{ code }] }] })?.flag).toBe(flag)
})

test('the code is that of LOINC, otherwise the first', () => {
  const local = { system: 'urn:local', code: 'GLU' }
  const codeOf = (...coding: object[]) => observed({ valueInteger: 1, code: { coding } })?.code
  expect(codeOf(local, { system: 'http://loinc.org', code: '2339-0' })).toBe('2339-0')
  expect(codeOf({}, local)).toBe('GLU')
  expect(observed({ valueInteger: 1, code: undefined })).toMatchObject({ code: '', name: 'Test' })
})

describe('the components of a value', () => {
  const pressure = (name: string, value?: number) => ({
    code: { text: name },
    ...(value === undefined ? {} : { valueQuantity: { value, unit: 'mmHg' } }),
  })
  const valuesOf = (parts: Partial<Observation>) =>
    allObserved(parts).map(({ name, value, status }) => [name, value, status])

  test('are values of their own, after that of the observation if it has one', () => {
    const component = [pressure('Systolic', 120), pressure('Diastolic', 80)]
    const both = [
      ['Systolic', 120, 'final'],
      ['Diastolic', 80, 'final'],
    ]
    expect(valuesOf({ component })).toEqual(both)
    expect(valuesOf({ component, valueInteger: 3 })).toEqual([['Glucose', 3, 'final'], ...both])
    expect(valuesOf({ component, dataAbsentReason: {} })).toEqual(both)
  })

  test('have ranges, flags and reasons for their absence of their own', () => {
    const interpretation = [{ coding: [{ code: 'H' }] }]
    const systolic = { ...pressure('Systolic', 150), interpretation, referenceRange: [{ high: { value: 120 } }] }
    const diastolic = { ...pressure('Diastolic'), dataAbsentReason: { text: 'Not asked' } }
    const [first, second] = allObserved({ component: [systolic, diastolic] })
    expect(first).toMatchObject({ value: 150, unit: 'mmHg', high: 120, flag: 'H', status: 'final' })
    expect(second).toMatchObject({ value: null, valueText: '', high: null, flag: '', status: 'cancelled' })
  })

  test('without a value are missing, and with none of them the observation is', () => {
    expect(valuesOf({ component: [pressure('Systolic', 120), pressure('Diastolic')] })).toEqual([
      ['Systolic', 120, 'final'],
    ])
    expect(valuesOf({ component: [pressure('Systolic')] })).toEqual([])
  })
})
