import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people, type NamedPerson } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const { mariaAlvarez: maria, lucasAlvarez: lucas, adaOkafor: ada, noraQuinn: nora, benCarter: ben } = people

interface Result {
  DocumentID: number
  TestType: string
  TestDate: string
  IsReviewed: number
  AcknowledgedOn: string
  IS_PENDING_REVIEW: number
}
interface Value {
  DocumentID: number
  CODE: string
  VALUE: number | null
  VALUE_TEXT: string
  STATUS: string
  FLAG: string
  REFERENCE_LOW: number | null
  REFERENCE_HIGH: number | null
}

const get = (path: string, practice = 'lakeside') => sandbox.app.inject(`/${practice}/api/${path}`)
const resultsOf = async ({ patientN, practice }: NamedPerson): Promise<Result[]> =>
  (await get(`testResultData?patient_n=${patientN}`, practice)).json()
const content = (call: string, { emrid, practice }: { emrid: string; practice: string }, documentN = 0) =>
  get(`${call}?EMRID=${emrid}&DocumentID=${documentN}`, practice)
const valuesOf = async (person: NamedPerson, documentN: number): Promise<Value[]> =>
  (await content('testResultObservations', person, documentN)).json()
const acknowledge = (payload: object) =>
  sandbox.app.inject({ method: 'POST', url: '/lakeside/api/testResultAck', payload })
const ackOf = ({ emrid, patientN }: NamedPerson, DocumentID: number) => ({
  EMRID: emrid,
  PatientID: patientN,
  DocumentID,
})

describe('the list', () => {
  test('of Maria Alvarez covers two years; three results are unread, one of them under review', async () => {
    const results = await resultsOf(maria)
    expect(results).toHaveLength(18)
    expect([results[0]?.TestDate, results.at(-1)?.TestDate]).toEqual(['2026-02-25', '2024-03-02'])
    const unread = results.filter(({ IsReviewed }) => IsReviewed === 0)
    expect(unread.map(({ TestDate, IS_PENDING_REVIEW }) => [TestDate, IS_PENDING_REVIEW])).toEqual([
      ['2026-02-25', 1],
      ['2026-02-24', 0],
      ['2026-01-22', 0],
    ])
    expect(new Set(unread.map(({ AcknowledgedOn }) => AcknowledgedOn))).toEqual(new Set(['0001-01-01T00:00:00Z']))
  })

  test('carries the words of the record server', async () => {
    const [first] = await resultsOf(maria)
    expect(first).toEqual({
      DocumentID: expect.any(Number),
      EMRID: 'LSD-1001',
      PatientID: 1001,
      TestType: 'Basic metabolic panel',
      Physician: expect.stringMatching(/^\w+ [\w-]+$/),
      TestDate: '2026-02-25',
      IsReviewed: 0,
      AcknowledgedOn: '0001-01-01T00:00:00Z',
      Annotation: '',
      RELEASED_AT: '2026-02-25T09:00:00-05:00',
      IS_PENDING_REVIEW: 1,
      STATUS: 'final',
    })
  })

  test('is short or empty for others', async () => {
    const counts = await Promise.all([lucas, ada, ben, nora].map(async (person) => (await resultsOf(person)).length))
    expect(counts).toEqual([2, 3, 2, 0])
  })
})

describe('the document', () => {
  test('is a PDF, which one result does not have', async () => {
    const results = await resultsOf(maria)
    const files = await Promise.all(results.map(({ DocumentID }) => content('testResultDocument', maria, DocumentID)))
    const missing = results.filter((_result, at) => files[at]?.statusCode === 404)
    expect(missing.map(({ TestType }) => TestType)).toEqual(['Wound culture'])
    const present = files.filter(({ statusCode }) => statusCode === 200)
    expect(present).toHaveLength(17)
    expect(present.filter(({ body }) => body.startsWith('%PDF-'))).toHaveLength(17)
  })

  test('and the values are of one patient and one practice', async () => {
    const [first] = await resultsOf(maria)
    for (const call of ['testResultDocument', 'testResultObservations']) {
      expect((await content(call, maria, first?.DocumentID)).statusCode).toBe(200)
      expect((await content(call, lucas, first?.DocumentID)).statusCode).toBe(404)
      expect((await content(call, { ...maria, practice: 'northgate' }, first?.DocumentID)).statusCode).toBe(404)
    }
  })
})

describe('the values', () => {
  test('are in and out of their ranges, critical, textual, and with a lower limit only', async () => {
    const results = await resultsOf(maria)
    const values = (await Promise.all(results.map(({ DocumentID }) => valuesOf(maria, DocumentID)))).flat()
    expect(new Set(values.map(({ FLAG }) => FLAG))).toEqual(new Set(['N', 'H', 'L', 'HH', '']))
    expect(values.find(({ FLAG }) => FLAG === 'HH')).toMatchObject({ CODE: 'K', VALUE: 6.4, REFERENCE_HIGH: 5.1 })
    expect(values.filter(({ VALUE }) => VALUE === null).map(({ VALUE_TEXT, STATUS }) => [VALUE_TEXT, STATUS])).toEqual([
      ['No growth', 'final'],
      ['Negative', 'final'],
      ['', 'cancelled'],
    ])
    expect(values.find(({ CODE }) => CODE === 'CREA')?.VALUE_TEXT).toMatch(/^0\.\d\d$/)
    const withoutHigh = values.filter(({ REFERENCE_LOW: low, REFERENCE_HIGH: high }) => low !== null && high === null)
    expect(new Set(withoutHigh.map(({ CODE }) => CODE))).toEqual(new Set(['GFR', 'HDL']))
  })

  test('of one test come over time, the oldest first', async () => {
    const trend = (person: NamedPerson): Promise<Value[]> =>
      get(`testResultTrend?patient_n=${person.patientN}&code=LDL`).then((reply) => reply.json())
    expect((await trend(maria)).map(({ VALUE }) => VALUE)).toEqual([162, 149, 134, 118, 104])
    expect(await trend(lucas)).toEqual([])
  })

  test('are none for a biopsy', async () => {
    const biopsy = (await resultsOf(maria)).find(({ TestType }) => TestType === 'Skin biopsy')
    expect(await valuesOf(maria, biopsy?.DocumentID ?? 0)).toEqual([])
  })
})

describe('marking a result as viewed', () => {
  let unread: number
  beforeEach(async () => {
    unread = (await resultsOf(maria)).find(({ IsReviewed }) => IsReviewed === 0)?.DocumentID ?? 0
  })
  const acknowledgedOn = async () => (await resultsOf(maria)).find(({ DocumentID }) => DocumentID === unread)

  test('keeps the first time, also when two devices do it', async () => {
    const both = await Promise.all([acknowledge(ackOf(maria, unread)), acknowledge(ackOf(maria, unread))])
    const first = { AcknowledgedOn: '2026-02-25T10:00:00-05:00' }
    expect(both.map((reply) => reply.json())).toEqual([first, first])
    sandbox.clock.now = new Date('2026-02-25T16:00:00Z')
    expect((await acknowledge(ackOf(maria, unread))).json()).toEqual(first)
    expect(await acknowledgedOn()).toMatchObject({ IsReviewed: 1, ...first })
  })

  test.each([
    ['another EMRID', { EMRID: lucas.emrid }],
    ['another patient', { PatientID: lucas.patientN }],
    ['an unknown result', { DocumentID: 1_000_000 }],
  ])('is refused for %s and changes nothing', async (_what, part) => {
    expect((await acknowledge({ ...ackOf(maria, unread), ...part })).statusCode).toBe(404)
    expect(await acknowledgedOn()).toMatchObject({ IsReviewed: 0 })
  })

  test('is no GET', async () => {
    expect((await get(`testResultAck?EMRID=${maria.emrid}&PatientID=1001&DocumentID=${unread}`)).statusCode).toBe(404)
    expect(await acknowledgedOn()).toMatchObject({ IsReviewed: 0 })
  })
})
