import { text } from 'node:stream/consumers'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noDates } from '../../../../tests/support/no-dates.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../../sandbox/seed/people.ts'
import { createEmr } from '../create-emr.ts'
import { EmrUnavailable, InvalidEmrResponse } from '../emr.errors.ts'
import type { TestResult } from './test-results.ts'

type Gateway = ReturnType<typeof createEmr>

const maria = String(people.mariaAlvarez.patientN)
const firstPage = { page: 1, size: 10 }
const lucas = String(people.lucasAlvarez.patientN)

describe('with the sandbox', () => {
  let sandbox: TestSandbox
  let emr: Gateway
  beforeAll(async () => {
    sandbox = await openTestSandbox()
    await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = sandbox.app.server.address() as AddressInfo // the server listens on TCP
    emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/`, timeoutMs: 20_000 })
  })
  afterAll(async () => {
    await emr.close()
    await sandbox.close()
  })

  const all = async (patientId: string) => (await emr.testResults(patientId, { page: 1, size: 100 })).results
  const named = async (testType: string): Promise<TestResult> =>
    (await all(maria)).find((result) => result.testType === testType) ?? expect.fail('the seed has one')

  test('results come newest first, of one day the unreviewed ones first [2 §3.35 §4.31 §4.32]', async () => {
    const results = await all(maria)
    expect(results).toHaveLength(18)
    expect(results.slice(0, 4).map(({ day, testType, isReviewed }) => [day, testType, isReviewed])).toEqual([
      ['2026-02-25', 'Basic metabolic panel', false],
      ['2026-02-24', 'Lipid panel', false],
      ['2026-02-24', 'Complete blood count', true],
      ['2026-01-22', 'Hemoglobin A1c', false],
    ])
    expect(results.filter(({ isPendingReview }) => isPendingReview)).toEqual([results[0]])
    expect(results[0]).toMatchObject({
      annotationHtml: '',
      reviewedAt: undefined,
      releasedAt: '2026-02-25T14:00:00.000Z',
    })
    expect(results[2]?.reviewedAt).toBe('2026-02-25T15:00:00.000Z')
    expect(await all('1002')).toEqual([])
    expect(await all('nobody')).toEqual([])
  })

  test('results come in pages, with how many are new', async () => {
    const whole = await all(maria)
    const pages = await Promise.all([1, 2, 3].map((page) => emr.testResults(maria, { page, size: 10 })))
    expect(pages.map(({ results }) => results)).toEqual([whole.slice(0, 10), whole.slice(10), []])
    const counts = { total: 18, unseen: 3, unseenPending: 1 }
    expect(pages).toEqual(pages.map(({ results }) => ({ results, ...counts })))
    const unseen = await emr.newTestResults(maria)
    expect(unseen).toEqual(whole.filter(({ isReviewed }) => !isReviewed))
    expect(unseen).toHaveLength(3)
    expect(await emr.newTestResults('nobody')).toEqual([])
  })

  test('the message of the physician comes just as it was sent [2 §2.101]', async () => {
    const results = await all(maria)
    const hostile = results.find(({ annotationHtml }) => annotationHtml.includes('<script>'))
    expect(hostile?.annotationHtml).toContain('<script>window.annotationRan = true</script>')
    expect(await emr.testResult({ patientId: maria, resultId: hostile?.id ?? '' })).toEqual(hostile)
  })

  test('the document is a PDF, if there is one', async () => {
    const biopsy = await named('Skin biopsy')
    const file = await emr.testResultPdf({ patientId: maria, resultId: biopsy.id })
    expect(file?.result).toEqual(biopsy)
    expect((await text(file!.pdf!.body)).slice(0, 5)).toBe('%PDF-')
    const culture = await named('Wound culture')
    expect(await emr.testResultPdf({ patientId: maria, resultId: culture.id })).toEqual({ result: culture })
  })

  test('values come with their ranges and what they mean', async () => {
    const { id } = await named('Basic metabolic panel')
    const content = await emr.testResultValues({ patientId: maria, resultId: id })
    expect(content?.result.id).toBe(id)
    expect(content?.values.map(({ code, flag }) => [code, flag])).toEqual([
      ['GLU', 'High'],
      ['NA', 'Normal'],
      ['K', 'Normal'],
      ['CREA', 'Normal'],
      ['GFR', 'Normal'],
    ])
    expect(content?.values[0]).toEqual({
      resultId: id,
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
      takenAt: '2026-02-25T13:10:00.000Z',
    })
    const strep = await named('Strep test')
    const text = await emr.testResultValues({ patientId: maria, resultId: strep.id })
    expect(text?.values).toEqual([expect.objectContaining({ text: 'Negative', flag: 'Normal', value: undefined })])
    const biopsy = await named('Skin biopsy')
    expect((await emr.testResultValues({ patientId: maria, resultId: biopsy.id }))?.values).toEqual([])
  })

  test('values of one code come over time; those without a flag by their range', async () => {
    const trend = async (patientId: string, code: string) =>
      (await emr.testResultTrend({ patientId, code })).map(({ value, flag }) => [value, flag])
    expect(await trend(maria, 'A1C')).toEqual([
      [6.1, 'High'],
      [5.9, 'High'],
      [5.8, 'High'],
    ])
    expect(await trend(maria, 'LDL')).toHaveLength(5)
    expect(await trend(lucas, 'LDL')).toEqual([])
    expect(await trend(maria, '')).toEqual([])
    expect(await trend(maria, 'A&patient_n=1001')).toEqual([])
  })

  test('a result is not found for another patient, nor by another id', async () => {
    const { id } = await named('Hemoglobin A1c')
    const refs = [
      { patientId: lucas, resultId: id },
      ...['', `0${id}`, `${id} `, '1000000', 'x'].map((resultId) => ({ patientId: maria, resultId })),
      { patientId: 'x', resultId: id },
    ]
    for (const ref of refs) {
      expect(await emr.testResult(ref)).toBeUndefined()
      expect(await emr.testResultPdf(ref)).toBeUndefined()
      expect(await emr.testResultValues(ref)).toBeUndefined()
      expect(await emr.acknowledgeTestResult(ref)).toBeUndefined()
    }
    expect(await emr.testResult({ patientId: maria, resultId: id })).toMatchObject({ isReviewed: false })
  })

  test('a result is marked as reviewed once, also by two devices at once [2 §4.31 §7.38]', async () => {
    const { id } = await named('Lipid panel')
    const ref = { patientId: maria, resultId: id }
    sandbox.clock.now = new Date('2026-02-25T18:00:00Z')
    const first = '2026-02-25T18:00:00.000Z'
    expect(await Promise.all([emr.acknowledgeTestResult(ref), emr.acknowledgeTestResult(ref)])).toEqual([first, first])
    sandbox.clock.now = new Date('2026-02-26T18:00:00Z')
    expect(await emr.acknowledgeTestResult(ref)).toBe(first)
    expect(await emr.testResult(ref)).toMatchObject({ isReviewed: true, reviewedAt: first })
  })
})

describe('with a record server that makes mistakes', () => {
  /** Responses by path without query. */
  const answers = new Map<string, { status?: number; body: string | Buffer }>()
  const requests: string[] = []
  let server: Server
  let emr: Gateway

  const result = {
    DocumentID: 7,
    EMRID: 'A&B 1',
    PatientID: 1001,
    TestType: 'Lipid panel',
    TestDate: '2026-02-03',
    IsReviewed: 0,
    AcknowledgedOn: '0001-01-01T00:00:00Z',
    RELEASED_AT: '2026-02-03T09:00:00-05:00',
    IS_PENDING_REVIEW: 0,
  }
  const value = { DocumentID: 7, CODE: 'LDL', NAME: 'LDL', VALUE: 99, FLAG: '', TAKEN_AT: '2026-02-03T08:00:00-05:00' }
  const ref = { patientId: '1001', resultId: '7' }
  const say = (call: string, body: unknown) => void answers.set(call, { body: JSON.stringify(body) })

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = (request.url ?? '').replace('/lakeside/api/', '')
      requests.push(`${request.method} ${path}`)
      const { status = 200, body } = answers.get(path.replace(/\?.*/, '')) ?? { status: 404, body: '{}' }
      response.writeHead(status).end(body)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo // the server is listening
    emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/`, retryPauseMs: 1 })
  })
  beforeEach(() => {
    requests.splice(0)
    answers.clear()
    say('testResultData', [result])
  })
  afterAll(async () => {
    await emr.close()
    server.close()
  })

  test.each([
    ['another patient', { PatientID: 1002 }],
    ['a state that there is not', { IsReviewed: 2 }],
    ['no state', { IsReviewed: undefined }],
    ['no such day', { TestDate: '2026-02-30' }],
    ['a time without its zone', { AcknowledgedOn: '2026-02-03T09:00:00' }],
    ['no such time', { RELEASED_AT: '2026-02-03T25:00:00Z' }],
    ['no type', { TestType: '' }],
    ['an id that is no number', { DocumentID: '7' }],
    ['another state of the laboratory', { STATUS: 'unknown' }],
  ])('a list with %s is refused', async (_what, part) => {
    expect((await emr.testResults('1001', firstPage)).results).toHaveLength(1)
    say('testResultData', [{ ...result, ...part }])
    await expect(emr.testResults('1001', firstPage)).rejects.toThrow(InvalidEmrResponse)
  })

  test('of a record server that sends all results whatever page it is asked for, the page is cut', async () => {
    const later = { ...result, DocumentID: 8, TestDate: '2026-02-04', IS_PENDING_REVIEW: 1 }
    const viewed = { ...result, DocumentID: 9, TestDate: '2026-02-05', IsReviewed: 1 }
    say('testResultData', [result, viewed, later])
    const second = await emr.testResults('1001', { page: 2, size: 1 })
    expect(second).toMatchObject({ results: [{ id: '8' }], total: 3, unseen: 2, unseenPending: 1 })
    expect((await emr.newTestResults('1001')).map(({ id }) => id)).toEqual(['8', '7'])
    expect(await emr.testResult(ref)).toMatchObject({ id: '7' })
    expect(requests).toEqual(
      ['page=2&pageSize=1', 'is_reviewed=0', 'document_id=7'].map(
        (query) => `GET testResultData?patient_n=1001&${query}`,
      ),
    )
  })

  test.each([
    ['of another patient', [{ ...result, PatientID: 1002 }]],
    ['with more than was asked for', Array.from({ length: 11 }, (_, at) => ({ ...result, DocumentID: at + 1 }))],
    ['with one id twice', [result, result]],
  ])('a page %s is refused', async (_what, rows) => {
    say('testResultData', { Total: 30, New: 1, New_Pending: 0, Items: [result] })
    expect(await emr.testResults('1001', firstPage)).toMatchObject({ total: 30, unseen: 1 })
    say('testResultData', { Total: 30, New: 1, New_Pending: 0, Items: rows })
    await expect(emr.testResults('1001', firstPage)).rejects.toThrow(InvalidEmrResponse)
  })

  test('a list with one id twice is refused', async () => {
    say('testResultData', [result, { ...result, TestType: 'Biopsy' }])
    await expect(emr.testResults('1001', firstPage)).rejects.toThrow(InvalidEmrResponse)
  })

  test.each([
    ['0001-01-01T00:00:00-05:00', undefined],
    ['2026-02-04T09:30:00-05:00', '2026-02-04T14:30:00.000Z'],
  ])('the time %s of a review is %s [2 §4.35]', async (written, reviewedAt) => {
    say('testResultData', [{ ...result, IsReviewed: 1, AcknowledgedOn: written }])
    expect(await emr.testResult(ref)).toMatchObject({ isReviewed: true, reviewedAt, physician: '', annotationHtml: '' })
    say('testResultData', [{ ...result, IsReviewed: 0, AcknowledgedOn: written }])
    expect(await emr.testResult(ref)).toMatchObject({ isReviewed: false, reviewedAt: undefined })
  })

  test.each(noDates)('dates that are %j are empty, and cost neither list nor values', async (none) => {
    say('testResultData', [{ ...result, TestDate: none, RELEASED_AT: none, AcknowledgedOn: none, IsReviewed: 1 }])
    say('testResultObservations', [{ ...value, TAKEN_AT: none }])
    expect(await emr.testResultValues(ref)).toMatchObject({
      result: { day: '', releasedAt: '', reviewedAt: undefined, isReviewed: true },
      values: [{ value: 99, takenAt: '' }],
    })
  })

  test.each([
    ['of another result', { DocumentID: 8 }],
    ['with an unknown flag', { FLAG: 'X' }],
    ['that is neither number nor text', { VALUE: null, VALUE_TEXT: ' ' }],
    ['with a range that ends before it begins', { REFERENCE_LOW: 3, REFERENCE_HIGH: 2 }],
    ['that is a number in quotes', { VALUE: '99' }],
    ['whose digits say another number', { VALUE_TEXT: '98.9' }],
    ['in a state that there is not', { STATUS: 'registered' }],
    ['at no such time', { TAKEN_AT: '2026-02-03' }],
  ])('a value %s is refused', async (_what, part) => {
    say('testResultObservations', [value])
    expect((await emr.testResultValues(ref))?.values).toMatchObject([{ value: 99, flag: undefined }])
    say('testResultObservations', [{ ...value, ...part }])
    await expect(emr.testResultValues(ref)).rejects.toThrow(InvalidEmrResponse)
  })

  test.each([
    ['the digits of the laboratory', { VALUE: 5.1, VALUE_TEXT: '5.10' }, { value: 5.1, text: '5.10' }],
    ['its digits without a text', { VALUE: 0.25 }, { value: 0.25, text: '0.25' }],
    ['a sign before its limit', { VALUE: null, VALUE_TEXT: '<5' }, { value: undefined, text: '<5', flag: undefined }],
    ['no other state', {}, { status: 'final' }],
    ['a correction', { STATUS: 'corrected' }, { status: 'corrected', value: 99 }],
  ])('a value has %s', async (_what, part, expected) => {
    say('testResultObservations', [{ ...value, ...part }])
    expect((await emr.testResultValues(ref))?.values).toMatchObject([expected])
  })

  test('a value that was canceled has no number, no text and no flag, whatever was sent with it', async () => {
    const range = { REFERENCE_LOW: 1, REFERENCE_HIGH: 200, FLAG: 'N' }
    const parts = [{ VALUE: null }, { VALUE: 99, VALUE_TEXT: '99' }]
    say(
      'testResultObservations',
      parts.map((part) => ({ ...value, ...range, ...part, STATUS: 'cancelled' })),
    )
    const expected = { value: undefined, text: '', flag: undefined, status: 'canceled' }
    expect((await emr.testResultValues(ref))?.values).toMatchObject([expected, expected])
  })

  test('a trend of another code is refused, and one out of order is sorted', async () => {
    say('testResultTrend', [{ ...value, DocumentID: 9, TAKEN_AT: '2026-02-04T08:00:00-05:00' }, value])
    const trend = await emr.testResultTrend({ patientId: '1001', code: 'LDL' })
    expect(trend.map(({ resultId }) => resultId)).toEqual(['7', '9'])
    await expect(emr.testResultTrend({ patientId: '1001', code: 'HDL' })).rejects.toThrow(InvalidEmrResponse)
  })

  test.each([
    ['HTML', '<html>'],
    ['nothing', ''],
    ['a late PDF', `${' '.repeat(1100)}%PDF-1.7`],
  ])('%s instead of a PDF is refused', async (_what, body) => {
    answers.set('testResultDocument', { body })
    await expect(emr.testResultPdf(ref)).rejects.toThrow(InvalidEmrResponse)
  })

  test('a document is asked for by the number of the record, escaped; one of another patient is not asked for', async () => {
    answers.set('testResultDocument', { body: '%PDF-1.7 %%EOF' })
    expect(await text((await emr.testResultPdf(ref))!.pdf!.body)).toBe('%PDF-1.7 %%EOF')
    expect(requests.at(-1)).toBe('GET testResultDocument?EMRID=A%26B+1&DocumentID=7')
    requests.splice(0)
    await emr.testResultPdf({ ...ref, resultId: '8' })
    expect(requests).toEqual(['GET testResultData?patient_n=1001&document_id=8'])
  })

  test('a mark is sent once, also when it fails, and needs a time', async () => {
    say('testResultAck', { AcknowledgedOn: '2026-02-04T09:30:00-05:00' })
    expect(await emr.acknowledgeTestResult(ref)).toBe('2026-02-04T14:30:00.000Z')
    say('testResultAck', { AcknowledgedOn: '0001-01-01T00:00:00Z' })
    await expect(emr.acknowledgeTestResult(ref)).rejects.toThrow(InvalidEmrResponse)
    requests.splice(0)
    answers.set('testResultAck', { status: 503, body: '' })
    await expect(emr.acknowledgeTestResult(ref)).rejects.toThrow(EmrUnavailable)
    answers.delete('testResultAck')
    expect(await emr.acknowledgeTestResult(ref)).toBeUndefined()
    expect(requests.filter((request) => request === 'POST testResultAck')).toHaveLength(2)
  })
})
