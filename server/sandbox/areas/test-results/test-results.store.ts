import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, millis, rowsOf, timestamp } from '../../../db/rows.ts'
import { wakeWaitingCalls } from '../../waiting-calls.ts'

export type ObservationFlag = '' | 'N' | 'L' | 'H' | 'LL' | 'HH' | 'A'

/** How far the laboratory is; FHIR has more states, which become the nearest. */
export type ResultStatus = 'final' | 'preliminary' | 'corrected' | 'cancelled'

/**
 * One value of a result, with the text of the laboratory: `valueText` has the digits of a number, if they are known, and
 * what is no number. A value that was cancelled has neither.
 */
export interface StoredObservation {
  code: string
  name: string
  value: number | null
  valueText: string
  unit: string
  low: number | null
  high: number | null
  referenceText: string
  flag: ObservationFlag
  /** Default `final`. */
  status?: ResultStatus
}

export interface ResultRow {
  documentN: number
  emrid: string
  testType: string
  physician: string
  day: string
  /** Like `acknowledgedAt`, in milliseconds since 1970. */
  releasedAt: number
  isPendingReview: boolean
  acknowledgedAt: number | null
  annotation: string
  status: ResultStatus
}

/** A result of a patient: all three numbers must fit. */
export interface ResultKey {
  practice: string
  emrid: string
  documentN: number
}

/** Which results of a patient; without a page, all of them. */
interface ResultQuery {
  practice: string
  patientN: number
  documentN?: number | undefined
  isReviewed?: boolean | undefined
  page?: { number: number; size: number } | undefined
}

const listed = ({ practice, patientN, documentN, isReviewed }: ResultQuery) =>
  sql`r.practice = ${practice} and r.patient_n = ${patientN}
    and ${documentN === undefined ? sql`true` : sql`r.document_n = ${documentN}`}
    and ${isReviewed === undefined ? sql`true` : sql`(r.acknowledged_at is not null) = ${isReviewed}`}`

/** Newest day first; of one day, what nobody has viewed yet (specification 2 §4.5). */
export const resultsOf = (db: Db, query: ResultQuery): Promise<ResultRow[]> =>
  rowsOf(
    db,
    sql`select r.document_n as "documentN", p.emrid, r.test_type as "testType", r.physician, r.test_date::text as day,
        ${millis('r.released_at')} as "releasedAt", r.is_pending_review as "isPendingReview",
        ${millis('r.acknowledged_at')} as "acknowledgedAt", r.annotation, r.status
      from test_results r join patients p using (practice, patient_n) where ${listed(query)}
      order by r.test_date desc, r.acknowledged_at is not null, r.document_n desc
      ${query.page ? sql`limit ${query.page.size} offset ${(query.page.number - 1) * query.page.size}` : sql``}`,
  )

/** How many results a query lists, and how many of a patient nobody has viewed yet. */
export async function countResults(
  db: Db,
  query: Omit<ResultQuery, 'page'>,
): Promise<{ total: number; unseen: number; unseenPending: number }> {
  const row = await firstRow<{ total: number; unseen: number; unseenPending: number }>(
    db,
    sql`select count(*)::int as total, count(*) filter (where r.acknowledged_at is null)::int as unseen,
        count(*) filter (where r.acknowledged_at is null and r.is_pending_review)::int as "unseenPending"
      from test_results r where ${listed(query)}`,
  )
  return row ?? { total: 0, unseen: 0, unseenPending: 0 }
}

const isResult = ({ practice, emrid, documentN }: ResultKey) =>
  sql`r.practice = ${practice} and r.document_n = ${documentN} and p.emrid = ${emrid}`

export interface ResultContent {
  testType: string
  physician: string
  day: string
  patientName: string
  conclusion: string
  /** Base64; null if its document is drawn from its values. */
  pdf: string | null
}

/** Returns undefined for an unknown result, and for one without a document. */
export const resultContent = (db: Db, key: ResultKey): Promise<ResultContent | undefined> =>
  firstRow(
    db,
    sql`select r.test_type as "testType", r.physician, r.test_date::text as day,
        p.first_name || ' ' || p.last_name as "patientName", r.conclusion, encode(r.pdf, 'base64') as pdf
      from test_results r join patients p using (practice, patient_n) where ${isResult(key)} and r.has_document`,
  )

const observationRows = sql`
  select o.document_n as "documentN", o.code, o.name, o.value, o.value_text as "valueText", o.unit,
    o.reference_low as low, o.reference_high as high, o.reference_text as "referenceText", o.flag, o.status,
    ${millis('o.taken_at')} as "takenAt"
  from test_observations o join test_results r using (practice, document_n)
    join patients p using (practice, patient_n)`

type ObservationRow = Required<StoredObservation> & { documentN: number; takenAt: number }

export const hasResult = async (db: Db, key: ResultKey): Promise<boolean> =>
  (await firstRow(
    db,
    sql`select 1 from test_results r join patients p using (practice, patient_n) where ${isResult(key)}`,
  )) !== undefined

export const observationsOf = (db: Db, key: ResultKey): Promise<ObservationRow[]> =>
  rowsOf(db, sql`${observationRows} where ${isResult(key)} order by o.place`)

/** Returns all values that a patient has of one code, the oldest first. */
export const valuesOverTime = (
  db: Db,
  { practice, patientN, code }: { practice: string; patientN: number; code: string },
): Promise<ObservationRow[]> =>
  rowsOf(
    db,
    sql`${observationRows} where r.practice = ${practice} and r.patient_n = ${patientN} and o.code = ${code}
      order by o.taken_at, o.document_n, o.place`,
  )

/**
 * Marks a result as viewed and returns when that was done first, in milliseconds since 1970; undefined if the patient
 * has no such result.
 */
export async function acknowledge(
  db: Db,
  { practice, emrid, documentN, patientN, now }: ResultKey & { patientN: number; now: number },
): Promise<number | undefined> {
  const row = await firstRow<{ at: number }>(
    db,
    sql`update test_results r set acknowledged_at = coalesce(r.acknowledged_at, ${timestamp(now)})
      from patients p
      where p.practice = r.practice and p.patient_n = r.patient_n and r.patient_n = ${patientN}
        and ${isResult({ practice, emrid, documentN })}
      returning ${millis('r.acknowledged_at')} as at`,
  )
  if (row) wakeWaitingCalls(db, { practice, what: 'records' })
  return row?.at
}
