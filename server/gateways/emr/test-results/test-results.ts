import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { flagInWords, type FlagWord } from './observation-flag.ts'
import type { PdfRequest } from '../open-pdf.ts'
import type { PdfFile } from '../pdf-file.ts'
import { recordNumber } from '../record-number.ts'
import { dayIn, instantIn } from '../wire/instant.ts'
import { noteOf } from '../wire/note.ts'
import {
  AcknowledgedAnswer,
  ObservationsAnswer,
  ResultPageAnswer,
  ResultsAnswer,
  type WireObservation,
  type WireResult,
} from './test-results.wire.ts'

/** How far the laboratory is with a result or a value. */
export type LaboratoryStatus = 'final' | 'preliminary' | 'corrected' | 'canceled'

/** A result that the laboratory has released to the patient (specification 2 §3). */
export interface TestResult {
  id: string
  /** `Lipid panel` */
  testType: string
  /** Empty if the record names none. */
  physician: string
  /** `yyyy-MM-dd`; empty if the record has none. */
  day: string
  /** Whether somebody has read the physician's message for the patient. */
  isReviewed: boolean
  /** When that was first, an instant; undefined if the record has no time. */
  reviewedAt?: string
  /** The physician's message as HTML, just as the record server sends it: clean it before it is shown. May be empty. */
  annotationHtml: string
  /** An instant; empty if the record has none. */
  releasedAt: string
  /** The physician has not reviewed it yet. */
  isPendingReview: boolean
  status: LaboratoryStatus
}

/** One value of a result. */
interface Observation {
  resultId: string
  /** Names the same test in other results; empty if there is none. */
  code: string
  name: string
  /** Undefined for what is no number. */
  value?: number
  /** As the laboratory wrote it: `Negative`, `<5`, `5.10`. Empty for a value that it canceled. */
  text: string
  unit: string
  low?: number
  high?: number
  /** The expected values in words; empty if there are none. */
  referenceText: string
  /** Undefined if nothing says how the value is meant. */
  flag?: FlagWord
  status: LaboratoryStatus
  /** An instant; empty if the record has none. */
  takenAt: string
}

interface ResultPage {
  results: TestResult[]
  total: number
  /** Those that nobody has viewed. */
  unseen: number
  /** Those of them that the physician has not reviewed. */
  unseenPending: number
}

interface ResultRef {
  patientId: string
  resultId: string
}

/** None of them is cached. A result that is not in the list of its patient is undefined. */
interface TestResults {
  /**
   * Returns a page of the results of a patient: the newest day first, and of one day what is not reviewed yet. The first
   * page is 1.
   */
  testResults(patientId: string, page: { page: number; size: number }): Promise<ResultPage>
  /** Returns the results of a patient that nobody has viewed, in the same order. */
  newTestResults(patientId: string): Promise<TestResult[]>
  testResult(ref: ResultRef): Promise<TestResult | undefined>
  /** Without `pdf` if there is no document. Throws UnusablePdf and RangeNotSatisfiable. */
  testResultPdf(ref: ResultRef, request?: PdfRequest): Promise<{ result: TestResult; pdf?: PdfFile } | undefined>
  /** The same without the content. Throws UnusablePdf for a document that no viewer would show. */
  testResultWithPdf(ref: ResultRef): Promise<{ result: TestResult; hasPdf: boolean } | undefined>
  /** Returns a result with its values in the order of the laboratory. */
  testResultValues(ref: ResultRef): Promise<{ result: TestResult; values: Observation[] } | undefined>
  /** Returns the values of one code in all results of a patient, the oldest first. */
  testResultTrend(query: { patientId: string; code: string }): Promise<Observation[]>
  /**
   * Marks a result as reviewed. Returns the instant when that was done first; repeating it changes nothing. After an
   * EmrError with `mayHaveHappened` it may be marked all the same.
   */
  acknowledgeTestResult(ref: ResultRef): Promise<string | undefined>
}

const listCall = 'testResultData'
const documentCall = 'testResultDocument'
const valuesCall = 'testResultObservations'
const trendCall = 'testResultTrend'
const acknowledgeCall = 'testResultAck'

/** Makes the calls for the results of laboratories. */
export function createTestResults({ client }: AreaDeps): TestResults {
  /** A record server may ignore the query, and return all results of the patient. */
  async function ownRows(patientN: number, query = ''): Promise<WireResult[]> {
    const rest = `?patient_n=${patientN}${query}`
    return checked(await client.read({ call: listCall, rest, answer: ResultsAnswer }), patientN)
  }
  async function ownRow({ patientId, resultId }: ResultRef) {
    const [patientN, documentN] = [recordNumber(patientId), recordNumber(resultId)]
    if (patientN === undefined || documentN === undefined) return undefined
    const row = (await ownRows(patientN, `&document_id=${documentN}`)).find((each) => each.DocumentID === documentN)
    return row && { row, result: resultOf(row) }
  }
  return {
    testResults: async (patientId, { page, size }) => {
      const patientN = recordNumber(patientId)
      if (patientN === undefined) return { results: [], total: 0, unseen: 0, unseenPending: 0 }
      const rest = `?patient_n=${patientN}&page=${page}&pageSize=${size}`
      const sent = await client.read({ call: listCall, rest, answer: ResultPageAnswer })
      if (Array.isArray(sent)) return cut(checked(sent, patientN).map(resultOf), { page, size })
      const { Total: total, New: unseen, New_Pending: unseenPending, Items: rows } = sent
      if (rows.length > size) throw new InvalidEmrResponse(listCall, 'a longer page')
      return { results: checked(rows, patientN).map(resultOf), total, unseen, unseenPending }
    },
    newTestResults: async (patientId) => {
      const patientN = recordNumber(patientId)
      if (patientN === undefined) return []
      const results = (await ownRows(patientN, '&is_reviewed=0')).map(resultOf)
      return results.filter(({ isReviewed }) => !isReviewed).toSorted(byDay)
    },
    testResult: async (ref) => (await ownRow(ref))?.result,
    testResultPdf: async (ref, request) => {
      const own = await ownRow(ref)
      if (!own) return undefined
      const pdf = await client.pdf(pdfPath(own.row), request)
      return pdf ? { result: own.result, pdf } : { result: own.result }
    },
    testResultWithPdf: async (ref) => {
      const own = await ownRow(ref)
      return own && { result: own.result, hasPdf: await client.hasPdf(pdfPath(own.row)) }
    },
    testResultValues: async (ref) => {
      const own = await ownRow(ref)
      if (!own) return undefined
      const rows = await client.read({ call: valuesCall, rest: queryOf(own.row), answer: ObservationsAnswer })
      if (rows.some(({ DocumentID }) => DocumentID !== own.row.DocumentID))
        throw new InvalidEmrResponse(valuesCall, 'another result')
      return { result: own.result, values: rows.map((row) => observationOf(row, valuesCall)) }
    },
    testResultTrend: async ({ patientId, code }) => {
      const number = recordNumber(patientId)
      if (number === undefined || code === '') return []
      const rest = `?${new URLSearchParams({ patient_n: String(number), code })}`
      const rows = await client.read({ call: trendCall, rest, answer: ObservationsAnswer })
      if (rows.some((row) => noteOf(row.CODE) !== code)) throw new InvalidEmrResponse(trendCall, 'another code')
      return rows.map((row) => observationOf(row, trendCall)).toSorted((a, b) => a.takenAt.localeCompare(b.takenAt))
    },
    acknowledgeTestResult: async (ref) => {
      const own = await ownRow(ref)
      if (!own) return undefined
      if (own.result.reviewedAt !== undefined) return own.result.reviewedAt
      const { EMRID, PatientID, DocumentID } = own.row
      const body = { EMRID, PatientID, DocumentID }
      const done = await client.writeTo({ call: acknowledgeCall, method: 'POST', body, answer: AcknowledgedAnswer })
      if (!done) return undefined
      const at = instantIn(done.AcknowledgedOn, acknowledgeCall)
      if (at === '') throw new InvalidEmrResponse(acknowledgeCall, 'no such instant')
      return at
    },
  }
}

function checked(rows: WireResult[], patientN: number): WireResult[] {
  if (rows.some((row) => row.PatientID !== patientN)) throw new InvalidEmrResponse(listCall, 'another patient')
  if (new Set(rows.map((row) => row.DocumentID)).size < rows.length)
    throw new InvalidEmrResponse(listCall, 'two results with one id')
  return rows
}

/** Cuts the page of a record server that sent all results. */
function cut(all: readonly TestResult[], { page, size }: { page: number; size: number }): ResultPage {
  const unseen = all.filter(({ isReviewed }) => !isReviewed)
  return {
    results: all.toSorted(byDay).slice((page - 1) * size, page * size),
    total: all.length,
    unseen: unseen.length,
    unseenPending: unseen.filter(({ isPendingReview }) => isPendingReview).length,
  }
}

const pdfPath = (row: WireResult) => `/api/${documentCall}${queryOf(row)}`

const queryOf = ({ EMRID, DocumentID }: WireResult) =>
  `?${new URLSearchParams({ EMRID, DocumentID: String(DocumentID) })}`

function resultOf(row: WireResult): TestResult {
  const isReviewed = row.IsReviewed === 1
  const acknowledgedAt = instantIn(row.AcknowledgedOn, listCall)
  return {
    id: String(row.DocumentID),
    testType: row.TestType,
    physician: noteOf(row.Physician) ?? '',
    day: dayIn(row.TestDate, listCall),
    isReviewed,
    reviewedAt: (isReviewed && acknowledgedAt) || undefined,
    annotationHtml: row.Annotation ?? '',
    releasedAt: instantIn(row.RELEASED_AT, listCall),
    isPendingReview: row.IS_PENDING_REVIEW === 1,
    status: statusOf(row),
  }
}

const statusOf = ({ STATUS: status = 'final' }: Pick<WireResult, 'STATUS'>): LaboratoryStatus =>
  status === 'cancelled' ? 'canceled' : status

const byDay = (one: TestResult, other: TestResult): number =>
  other.day.localeCompare(one.day) ||
  Number(one.isReviewed) - Number(other.isReviewed) ||
  Number(other.id) - Number(one.id)

function observationOf(row: WireObservation, call: string): Observation {
  const [value, low, high] = [row.VALUE, row.REFERENCE_LOW, row.REFERENCE_HIGH].map((number) => number ?? undefined)
  if (low !== undefined && high !== undefined && low > high)
    throw new InvalidEmrResponse(call, 'a range that ends before it begins')
  const status = statusOf(row)
  const text = noteOf(row.VALUE_TEXT) ?? (value === undefined ? undefined : String(value))
  if (status !== 'canceled' && text === undefined) throw new InvalidEmrResponse(call, 'neither a number nor a text')
  if (value !== undefined && Number(text) !== value) throw new InvalidEmrResponse(call, 'a number and another text')
  const isMeasured = status !== 'canceled'
  return {
    resultId: String(row.DocumentID),
    code: noteOf(row.CODE) ?? '',
    name: row.NAME,
    value: isMeasured ? value : undefined,
    text: isMeasured ? (text ?? '') : '',
    unit: noteOf(row.UNIT) ?? '',
    low,
    high,
    referenceText: noteOf(row.REFERENCE_TEXT) ?? '',
    flag: isMeasured ? flagInWords({ flag: row.FLAG, value, low, high }) : undefined,
    status,
    takenAt: instantIn(row.TAKEN_AT, call),
  }
}
