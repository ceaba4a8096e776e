import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { wireInstant } from '../../local-time.ts'
import { RecordNumber } from '../../parameters.ts'
import type { Practice, Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { resultPdf } from './draw-result.ts'
import {
  acknowledge,
  hasResult,
  observationsOf,
  resultContent,
  resultsOf,
  valuesOverTime,
  type ResultKey,
  type StoredObservation,
} from './test-results.store.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const ofPatient = { querystring: Type.Object({ patient_n: RecordNumber }) }
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
    app.get('/testResultData', { schema: ofPatient }, async ({ practice, query: { patient_n: patientN } }) =>
      (await resultsOf(db, practice.practice, patientN)).map((row) => ({
        DocumentID: row.documentN,
        EMRID: row.emrid,
        PatientID: patientN,
        TestType: row.testType,
        Physician: row.physician,
        TestDate: row.day,
        IsReviewed: row.acknowledgedAt === null ? 0 : 1,
        AcknowledgedOn: row.acknowledgedAt === null ? never : wireInstant(practice.timeZone, row.acknowledgedAt),
        Annotation: row.annotation,
        RELEASED_AT: wireInstant(practice.timeZone, row.releasedAt),
        IS_PENDING_REVIEW: row.isPendingReview ? 1 : 0,
        STATUS: row.status,
      })),
    )
    app.get('/testResultDocument', { schema: ofResult }, async ({ practice, query }, reply) => {
      const key = keyOf(practice, query)
      const result = await resultContent(db, key)
      if (!result) throw notFound('document')
      return reply.type('application/pdf').send(await resultPdf(result, await observationsOf(db, key)))
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
