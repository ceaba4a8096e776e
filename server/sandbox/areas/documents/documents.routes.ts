import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import {
  categories,
  chartDocuments,
  chartFile,
  findFile,
  isTokenGood,
  keepDocument,
  makeToken,
  patientOf,
} from './documents.store.ts'
import type { Sandbox } from '../../practices.ts'
import { jsonText } from '../../json-text.ts'
import { RecordNumber } from '../../parameters.ts'
import { notFound, Refusal } from '../../refusal.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const fileParts = {
  DocumentType: Text,
  OtherDocument: Type.String({ maxLength: 200 }),
  FileName: Text,
  FileType: Text,
  FileSize: Type.Number({ minimum: 0 }),
  Base64EncodedFile: Type.String({ minLength: 1 }),
  Reference: Text,
}
const ReceivedFile = Type.Object(fileParts)
const several = { minItems: 1, maxItems: 10 }
const VisitFile = Type.Object({ ...fileParts, Appointment_N: RecordNumber })
const VisitFiles = Type.Object({ Appointment_N: RecordNumber, Files: Type.Array(VisitFile, several) })
const ChartFile = Type.Object({ ...fileParts, Patient_N: RecordNumber })
const ChartFiles = Type.Object({ EMRID: Text, Files: Type.Array(ChartFile, several) })
const ByToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) })

/** Pictures grow when they are re-encoded, and again as base64. */
const mostBytes = 64 * 1024 * 1024

/** Documents that patients send. */
export const documentRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/Provider/GetDocumentCategories', async ({ practice: { practice } }, reply) =>
      jsonText(reply, await categories(db, practice)),
    )
    app.get(
      '/GetAuthenticationToken/:appointment',
      { schema: { params: Type.Object({ appointment: RecordNumber }) } },
      async ({ practice: { practice }, params }, reply) => {
        const token = await makeToken(db, { practice, appointmentN: params.appointment, now: now() })
        if (!token) throw notFound('appointment')
        return jsonText(reply, token)
      },
    )
    app.post(
      '/Convertbase64ToImage',
      { bodyLimit: mostBytes, schema: { headers: ByToken, body: VisitFiles } },
      async ({ practice: { practice }, headers, body: { Appointment_N: appointmentN, Files: files } }) => {
        const of = { practice, appointmentN, now: now() }
        if (!(await isTokenGood(db, { ...of, token: headers.token }))) throw new Refusal(401, 'The token is not good.')
        for (const file of files) await keepDocument(db, { ...of, ...received(file) })
        return true
      },
    )
    app.get(
      '/GetChartDocuments',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query }) =>
        (await chartDocuments(db, practice, query.patient_n)).map((row) => ({
          DOCUMENT_N: row.documentN,
          DocumentType: row.category,
          OtherDocument: row.other,
          FileName: row.fileName,
          FileType: row.fileType,
          FileSize: row.fileSize,
          ReceivedAt: new Date(row.receivedAt).toISOString(),
        })),
    )
    app.get(
      '/GetChartDocument',
      { schema: { querystring: Type.Object({ document_n: RecordNumber }) } },
      async ({ practice: { practice }, query }, reply) => {
        const file = await chartFile(db, practice, query.document_n)
        if (!file) throw notFound('document')
        return reply.type(file.fileType).send(Buffer.from(file.content, 'base64'))
      },
    )
    app.post(
      '/UploadDocuments',
      { bodyLimit: mostBytes, schema: { body: ChartFiles } },
      async ({ practice: { practice }, body: { EMRID: emrid, Files: files } }) => {
        const patientN = await patientOf(db, practice, emrid)
        if (patientN === undefined || files.some((file) => file.Patient_N !== patientN)) throw notFound('patient')
        for (const file of files) await keepDocument(db, { practice, patientN, now: now(), ...received(file) })
        return true
      },
    )
  }

function received(file: Static<typeof ReceivedFile>) {
  return {
    reference: file.Reference,
    documentType: file.DocumentType,
    otherDocument: file.OtherDocument,
    fileName: file.FileName,
    fileType: file.FileType,
    fileSize: file.FileSize,
    content: Buffer.from(file.Base64EncodedFile, 'base64'),
  }
}

/** Serves a document to the office; always as a download, whatever its type (security.md, Uploads). */
export const documentFiles =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/documents/:name',
      { schema: { params: Type.Object({ name: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }) } },
      async ({ practice: { practice }, params }, reply) => {
        const file = await findFile(db, practice, params.name)
        if (!file) throw notFound('document')
        return reply
          .type(file.fileType)
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'")
          .header('cache-control', 'no-store')
          .send(Buffer.from(file.content, 'base64'))
      },
    )
  }
