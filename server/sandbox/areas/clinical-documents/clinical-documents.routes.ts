import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { firstRow } from '../../../db/rows.ts'
import { sendPdf } from '../../send-pdf.ts'
import { documentContent, documentsOf, labOrderContent, labOrdersOf } from './clinical-documents.store.ts'
import { htmlOf, pdfOf } from './draw-document.ts'

const ofPatient = { querystring: Type.Object({ patient_n: RecordNumber }) }
const ofSession = { querystring: Type.Object({ session_n: RecordNumber }) }

/** Notes of visits and lab orders: lists, and the content of each (specification 2 §7.2, §7.3). */
export const clinicalDocumentRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/Patient/GetClinicalDocuments', { schema: ofPatient }, async ({ practice: { practice }, query }) =>
      (await documentsOf(db, practice, query.patient_n)).map((row) => ({
        CATEGORY_N: row.categoryN,
        CATEGORY_LABEL: row.categoryLabel,
        SESSION_N: row.sessionN,
        SESSION_DATE: row.day,
        IS_NOTE_COMPLETE_FLAG: row.isComplete ? 1 : 0,
      })),
    )
    app.get('/Patient/GetClinicalDocument', { schema: ofSession }, async (request, reply) => {
      const document = await documentContent(db, request.practice.practice, request.query.session_n)
      if (!document) throw notFound('document')
      const { pdf, sections } = document
      const bytes = pdf === null ? await pdfOf({ ...document, sections: sections ?? [] }) : Buffer.from(pdf, 'base64')
      return sendPdf(request, reply, bytes)
    })
    app.get('/Patient/GetClinicalDocument/html', { schema: ofSession }, async ({ practice, query }, reply) => {
      const document = await documentContent(db, practice.practice, query.session_n)
      if (!document?.sections) throw notFound('document')
      const { sections } = document
      return reply
        .header('content-security-policy', "default-src 'none'")
        .type('text/html; charset=utf-8')
        .send(htmlOf({ ...document, sections }))
    })
    app.get('/Patient/GetLabOrders', { schema: ofPatient }, async ({ practice: { practice }, query }) =>
      (await labOrdersOf(db, practice, query.patient_n)).map((row) => ({
        LAB_ORDER_N: row.labOrderN,
        LAB_ORDER_MODIFY_DATE: row.day,
        LABORATORY_NAME: row.laboratoryName,
        EMPLOYEE_FIRST_NAME: row.physician,
      })),
    )
    app.get(
      '/Patient/GetLabOrder',
      { schema: { querystring: Type.Object({ laborder_n: RecordNumber }) } },
      async (request, reply) => {
        const document = await labOrderContent(db, request.practice.practice, request.query.laborder_n)
        if (!document) throw notFound('document')
        return sendPdf(request, reply, await pdfOf(document))
      },
    )
  }

/** Pictures that documents refer to. */
export const documentAssets =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/assets/letterhead.png', async ({ practice: { practice } }, reply) => {
      const logo = await firstRow<{ content: string }>(db, sql`select content from logos where practice = ${practice}`)
      if (!logo) throw notFound('picture')
      const drawn = sharp(Buffer.from(logo.content, 'base64')).resize({ width: 160 }).png()
      return reply.type('image/png').send(await drawn.toBuffer())
    })
  }
