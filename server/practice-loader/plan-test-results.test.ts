import { describe, expect, test } from 'vitest'
import { bundleOf, clinic, doctor, glucose, labReport, person, visit } from '../../tests/support/practice-to-load.ts'
import { planBundle } from './plan-bundle.ts'
import { readBundle } from './read-bundle.ts'

const plan = (...resources: object[]) =>
  planBundle('x.json', readBundle('x.json', bundleOf([clinic, doctor, person, visit, ...resources])))
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('a report of a laboratory becomes a result with its values, and its encounter a lab order', () => {
  const { testResults, labOrders, skipped } = plan(glucose, labReport)
  expect(testResults).toEqual([
    {
      sourceId: 'DiagnosticReport/report',
      patient: 'Patient/person',
      visit: 'Encounter/visit',
      visitedOn: '2020-01-15T14:00:00.000Z',
      provider: 'Practitioner/doctor',
      facility: 'Organization/clinic',
      laboratory: '',
      requests: [],
      testType: 'Basic Metabolic Panel',
      takenOn: '2020-01-15T14:05:00.000Z',
      releasedAt: '2020-01-15T16:00:00.000Z',
      conclusion: '',
      status: 'final',
      hasDocument: true,
      pdf: null,
      furtherForms: [],
      values: [
        {
          source: 'Observation/glucose',
          code: '2339-0',
          name: 'Glucose',
          value: 87.55,
          valueText: '',
          unit: 'mg/dL',
          low: null,
          high: null,
          referenceText: '',
          flag: '',
          status: 'final',
          takenAt: '2020-01-15T14:05:00.000Z',
        },
      ],
    },
  ])
  expect(labOrders).toEqual([
    expect.objectContaining({ sourceId: 'Encounter/visit', tests: ['Basic Metabolic Panel'] }),
  ])
  expect(skipped).toEqual({})
})

test('a report and a value of the year 1 have the date of the release', () => {
  const never = { effectiveDateTime: '0001-01-01T00:00:00Z' }
  const { testResults } = plan({ ...glucose, ...never }, { ...labReport, ...never })
  expect(testResults).toMatchObject([
    { takenOn: '2020-01-15T16:00:00.000Z', values: [{ takenAt: '2020-01-15T16:00:00.000Z' }] },
  ])
})

test('an encounter with several reports is one lab order; a report without an encounter has none', () => {
  const performer = [{ reference: 'Organization/laboratory' }]
  const laboratory = { resourceType: 'Organization', id: 'laboratory', name: 'Harbor Pathology' }
  const lipids = { ...labReport, id: 'lipids', code: { text: 'Lipid Panel' }, performer }
  const loose = { ...labReport, id: 'loose', encounter: undefined }
  const { testResults, labOrders } = plan(laboratory, glucose, labReport, lipids, { ...labReport, id: 'again' }, loose)
  expect(testResults).toHaveLength(4)
  expect(labOrders).toEqual([
    expect.objectContaining({ tests: ['Basic Metabolic Panel', 'Lipid Panel'], laboratory: 'Harbor Pathology' }),
  ])
  expect(testResults.at(-1)).toMatchObject({ visit: undefined, provider: undefined, facility: undefined })
})

describe('the status', () => {
  test.each([
    ['amended', 'corrected'],
    ['corrected', 'corrected'],
    ['appended', 'corrected'],
    ['preliminary', 'preliminary'],
    ['partial', 'preliminary'],
    ['cancelled', 'cancelled'],
  ])('of a report that is %s is %s', (status, expected) => {
    const [result] = plan(glucose, { ...labReport, status }).testResults
    expect([result?.status, result?.values.length]).toEqual([expected, 1])
  })

  test.each([
    ['amended', 'corrected', 87.55],
    ['preliminary', 'preliminary', 87.55],
    ['cancelled', 'cancelled', null],
  ])('of a value that is %s is %s', (status, expected, value) => {
    const [result] = plan({ ...glucose, status }, labReport).testResults
    expect(result?.values).toEqual([expect.objectContaining({ status: expected, value })])
    expect(result?.status).toBe('final')
  })

  test('of a report that was cancelled before anything was measured is kept without a document', () => {
    const { testResults, skipped } = plan({ ...labReport, status: 'cancelled', result: undefined })
    expect(testResults).toEqual([expect.objectContaining({ status: 'cancelled', hasDocument: false, values: [] })])
    expect(skipped).toEqual({})
  })
})

describe('left out with a reason is', () => {
  test.each([
    [{ category: undefined }, 'DiagnosticReport that is no laboratory result'],
    [{ category: [{ coding: [{ code: '34117-2' }] }] }, 'DiagnosticReport that is no laboratory result'],
    [{ status: 'registered' }, 'DiagnosticReport that is registered'],
    [{ status: 'unknown' }, 'DiagnosticReport that is unknown'],
    [{ status: 'entered-in-error' }, 'DiagnosticReport that is entered-in-error'],
    [{ subject: undefined }, 'DiagnosticReport without a patient that was loaded'],
    [{ effectiveDateTime: '2020-01', issued: undefined }, 'DiagnosticReport without a full date'],
    [{ result: undefined }, 'DiagnosticReport without a value and a document'],
  ])('a report with %j, and then its values', (part, reason) => {
    const { testResults, labOrders, skipped } = plan(glucose, { ...labReport, ...part })
    expect([testResults, labOrders]).toEqual([[], []])
    expect(skipped).toEqual({ [reason]: 1, 'Observation that no test result names': 1 })
  })

  test.each([
    [{ status: 'entered-in-error' }, 'Observation that is entered-in-error'],
    [{ status: 'registered' }, 'Observation that is registered'],
    [{ valueQuantity: undefined }, 'Observation without a value'],
    [{ valueQuantity: undefined, valueSampledData: { data: '1 2' } }, 'Observation with a curve as its value'],
    [{ valueQuantity: { unit: 'mg/dL' } }, 'Observation without a value'],
  ])('a value with %j', (part, reason) => {
    const second = { ...glucose, id: 'second', ...part }
    const result = [...labReport.result, { reference: 'Observation/second' }]
    const { testResults, skipped } = plan(glucose, second, { ...labReport, result })
    expect(testResults[0]?.values.map(({ source }) => source)).toEqual(['Observation/glucose'])
    expect(skipped).toEqual({ [reason]: 1 })
  })

  test('a component without a value', () => {
    const component = [{ code: { text: 'Systolic' }, valueQuantity: { value: 120 } }, { code: { text: 'Diastolic' } }]
    const { testResults, skipped } = plan({ ...glucose, valueQuantity: undefined, component }, labReport)
    expect(testResults[0]?.values.map(({ name }) => name)).toEqual(['Systolic'])
    expect(skipped).toEqual({ 'component of an Observation without a value': 1 })
  })

  test('a value that is not in the file', () => {
    const result = [...labReport.result, { reference: 'Observation/elsewhere' }]
    expect(plan(glucose, { ...labReport, result }).skipped).toEqual({ 'Observation that is not in the file': 1 })
  })
})

test.each([
  [{ subject: { reference: 'Patient/other' } }, 'refers to a value of another patient'],
  [{ resourceType: 'Goal' }, 'refers to a resource of type Goal where Observation belongs'],
])('a value with %j makes the whole file an error', (part, sentence) => {
  const other = { ...person, id: 'other', identifier: [{ value: '2' }] }
  const goal = 'resourceType' in part ? [{ ...part, id: 'glucose' }] : [{ ...glucose, ...part }]
  const [entry] = labReport.result
  const reference = 'resourceType' in part ? 'Goal/glucose' : entry?.reference
  expect(() => plan(other, ...goal, { ...labReport, result: [{ reference }] })).toThrow(
    `x.json: /entry/6/resource/result/0/reference ${sentence}`,
  )
})

describe('the document', () => {
  const form = (data: string, contentType = 'application/pdf') => ({ contentType, data })
  const of = (...presentedForm: object[]) => {
    const { testResults, skipped } = plan({ ...labReport, result: undefined, conclusion: 'Benign.', presentedForm })
    return [testResults[0]?.pdf, skipped]
  }

  test('is the first form that is a PDF by its bytes', () => {
    const pdf = base64('%PDF-1.7 one')
    expect(of(form(base64('text'), 'text/plain'), form(pdf), form(base64('%PDF-1.7 two')))).toEqual([pdf, {}])
    expect(of(form(pdf, 'application/PDF; charset=binary'))).toEqual([pdf, {}])
  })

  test('is drawn from what the report says if there is none', () => {
    const wrong = { 'attachment that is no PDF': 1, 'attachment that is no base64': 1 }
    expect(of(form(base64('<html>')), form('???'))).toEqual([null, wrong])
    const link = { contentType: 'application/pdf', url: 'https://files.example/report.pdf' }
    expect(of(link)).toEqual([null, { 'attachment that is only a link': 1 }])
    const long = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)]).toString('base64')
    expect(of(form(long))).toEqual([null, { 'attachment of more than 10 MB': 1 }])
  })
})

test.each([
  ['status', undefined, '/status is missing'],
  ['valueQuantity', { value: '12' }, '/valueQuantity/value is no number'],
  ['effectiveDateTime', 'today', '/effectiveDateTime is no date or time'],
])('a wrong %s of a value is named by its pointer', (part, value, sentence) => {
  expect(() => plan({ ...glucose, [part]: value })).toThrow(`x.json: /entry/4/resource${sentence}`)
})

test('the range is that of the patient on the day of the specimen', () => {
  const child = { appliesTo: [{ text: 'Female' }], age: { high: { value: 17, unit: 'a' } }, high: { value: 1 } }
  const woman = { appliesTo: [{ text: 'Female' }], age: { low: { value: 18, unit: 'a' } }, high: { value: 2 } }
  const referenceRange = [child, woman, { appliesTo: [{ text: 'Male' }], high: { value: 3 } }]
  const highOn = (effectiveDateTime: string) =>
    plan({ ...glucose, effectiveDateTime, referenceRange }, labReport).testResults[0]?.values[0]?.high
  expect([highOn('2008-03-31'), highOn('2008-04-01')]).toEqual([1, 2])
})
