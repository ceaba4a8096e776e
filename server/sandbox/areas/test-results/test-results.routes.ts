import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { wireInstant } from '../../local-time.ts'
import { RecordNumber } from '../../parameters.ts'
import type { Practice, Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { sendPdf } from '../../send-pdf.ts'
import { resultPdf } from './draw-result.ts'
import {
  acknowledge,
  countResults,
  hasResult,
  observationsOf,
  resultContent,
  resultsOf,
  valuesOverTime,
  type ResultKey,
  type ResultRow,
  type StoredObservation,
} from './test-results.store.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const ofList = {
  querystring: Type.Object({
    patient_n: RecordNumber,
    document_id: Type.Optional(RecordNumber),
    is_reviewed: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
}
const ofCode = { querystring: Type.Object({ patient_n: RecordNumber, code: Text }) }
const Result = Type.Object({ EMRID: Text, DocumentID: RecordNumber })
const ofResult = { querystring: Result }
const viewed = { body: Type.Object({ EMRID: Text, PatientID: RecordNumber, DocumentID: RecordNumber }) }

/** How record servers write that something has not happened (specification 2 §9: the placeholder date). */
const never = '0001-01-01T00:00:00Z'

/** Results of tests: the list, and the document, values and acknowledgement of each (specification 2 §4.5, §7.3). */
export const testResultRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/testResultData', { schema: ofList }, async ({ practice, query }) => {
      const { patient_n: patientN, document_id: documentN, is_reviewed: reviewed, page, pageSize } = query
      const which = {
        practice: practice.practice,
        patientN,
        documentN,
        isReviewed: reviewed === undefined ? undefined : reviewed === 1,
      }
      if (page === undefined || pageSize === undefined)
        return (await resultsOf(db, which)).map((row) => resultRow(practice, patientN, row))
      const [{ total, unseen, unseenPending }, rows] = await Promise.all([
        countResults(db, which),
        resultsOf(db, { ...which, page: { number: page, size: pageSize } }),
      ])
      return {
        Total: total,
        New: unseen,
        New_Pending: unseenPending,
        Items: rows.map((row) => resultRow(practice, patientN, row)),
      }
    })
    app.get('/testResultDocument', { schema: ofResult }, async (request, reply) => {
      const key = keyOf(request.practice, request.query)
      const result = await resultContent(db, key)
      if (!result) throw notFound('document')
      return sendPdf(request, reply, await resultPdf(result, await observationsOf(db, key)))
    })
    app.get('/testResultObservations', { schema: ofResult }, async ({ practice, query }) => {
      const key = keyOf(practice, query)
      if (!(await hasResult(db, key))) throw notFound('result')
      return (await observationsOf(db, key)).map((row) => observation(practice, row))
    })
    app.get('/testResultTrend', { schema: ofCode }, async ({ practice, query: { patient_n: patientN, code } }) =>
      (await valuesOverTime(db, { practice: practice.practice, patientN, code })).map((row) =>
        observation(practice, row),
      ),
    )
    // The specification reads it with GET, but it changes the record (security.md: what changes state is never a GET).
    app.post('/testResultAck', { schema: viewed }, async ({ practice, body }) => {
      const at = await acknowledge(db, { ...keyOf(practice, body), patientN: body.PatientID, now: now() })
      if (at === undefined) throw notFound('result')
      return { AcknowledgedOn: wireInstant(practice.timeZone, at) }
    })
  }

const resultRow = ({ timeZone }: Practice, patientN: number, row: ResultRow) => ({
  DocumentID: row.documentN,
  EMRID: row.emrid,
  PatientID: patientN,
  TestType: row.testType,
  Physician: row.physician,
  TestDate: row.day,
  IsReviewed: row.acknowledgedAt === null ? 0 : 1,
  AcknowledgedOn: row.acknowledgedAt === null ? never : wireInstant(timeZone, row.acknowledgedAt),
  Annotation: row.annotation,
  RELEASED_AT: wireInstant(timeZone, row.releasedAt),
  IS_PENDING_REVIEW: row.isPendingReview ? 1 : 0,
  STATUS: row.status,
})

const keyOf = ({ practice }: Practice, { EMRID, DocumentID }: { EMRID: string; DocumentID: number }): ResultKey => ({
  practice,
  emrid: EMRID,
  documentN: DocumentID,
})

function observation({ timeZone }: Practice, row: StoredObservation & { documentN: number; takenAt: number }) {
  return {
    DocumentID: row.documentN,
    CODE: row.code,
    NAME: row.name,
    VALUE: row.value,
    VALUE_TEXT: row.valueText,
    UNIT: row.unit,
    REFERENCE_LOW: row.low,
    REFERENCE_HIGH: row.high,
    REFERENCE_TEXT: row.referenceText,
    FLAG: row.flag,
    STATUS: row.status,
    TAKEN_AT: wireInstant(timeZone, row.takenAt),
  }
}
