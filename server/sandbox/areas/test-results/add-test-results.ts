import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow } from '../../../db/rows.ts'
import { wakeWaitingCalls } from '../../waiting-calls.ts'
import type { ResultStatus, StoredObservation } from './test-results.store.ts'

/** Instants are ISO 8601. */
export interface NewTestResult {
  patientN: number
  /** A patient gets one result of each. */
  sourceId: string
  testType: string
  physician: string
  /** `yyyy-MM-dd`. */
  day: string
  releasedAt: string
  isPendingReview: boolean
  acknowledgedAt: string | null
  annotation: string
  conclusion: string
  /** Default `final`. */
  status?: ResultStatus
  hasDocument: boolean
  /** Base64; null to draw it from the values. */
  pdf: string | null
  observations: (StoredObservation & { takenAt: string })[]
}

/** Adds results with their values; those that a patient has already stay as they are. Returns how many are new. */
export async function addTestResults(db: Db, practice: string, results: readonly NewTestResult[]): Promise<number> {
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  const rows = JSON.stringify(results, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value,
  )
  const added = await firstRow<{ count: number }>(
    db,
    sql`with given as materialized (
        select * from jsonb_to_recordset(${rows}::jsonb) as r("patientN" int, "sourceId" text, "testType" text,
          physician text, day date, "releasedAt" timestamptz, "isPendingReview" boolean, "acknowledgedAt" timestamptz,
          annotation text, conclusion text, status text, "hasDocument" boolean, pdf text, observations jsonb)),
      added as (
        insert into test_results (practice, patient_n, source_id, test_type, physician, test_date, released_at,
          is_pending_review, acknowledged_at, annotation, conclusion, status, has_document, pdf)
        select ${practice}, g."patientN", g."sourceId", g."testType", g.physician, g.day, g."releasedAt",
          g."isPendingReview", g."acknowledgedAt", g.annotation, g.conclusion, coalesce(g.status, 'final'),
          g."hasDocument", decode(g.pdf, 'base64')
        from given g order by g.day
        on conflict (practice, patient_n, source_id) do nothing
        returning document_n, patient_n, source_id),
      observed as (
        insert into test_observations (practice, document_n, place, code, name, value, value_text, unit, reference_low,
          reference_high, reference_text, flag, status, taken_at)
        select ${practice}, a.document_n, v.place, o.code, o.name, o.value, o."valueText", o.unit, o.low, o.high,
          o."referenceText", o.flag, coalesce(o.status, 'final'), o."takenAt"
        from added a join given g on g."patientN" = a.patient_n and g."sourceId" = a.source_id
          cross join jsonb_array_elements(g.observations) with ordinality as v(one, place)
          cross join jsonb_to_record(v.one) as o(code text, name text, value float8, "valueText" text, unit text,
            low float8, high float8, "referenceText" text, flag text, status text,
            "takenAt" timestamptz))
      select count(*)::int as count from added`,
  )
  if (added && added.count > 0) wakeWaitingCalls(db, { practice, what: 'records' })
  return added?.count ?? 0
}
