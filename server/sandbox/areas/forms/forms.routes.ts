import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import escapeHtml from 'escape-html'
import Type from 'typebox'
import { formsOf, nameOfTemplate, openTemplate, startForm } from './forms.store.ts'
import { wireInstant } from '../../local-time.ts'
import type { Sandbox } from '../../practices.ts'
import { jsonText } from '../../json-text.ts'
import { RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
const FormStart = Type.Object({ patient_n: RecordNumber, formName: Text, templatename: Text })
const Template = Type.Object({ Patient_n: RecordNumber, Form_Name: Text, Template_Name: Text })

/** The forms that the office requested from a patient. */
export const formRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/PatientPortal/GetFormsData',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice, timeZone }, query }) =>
        (await formsOf(db, practice, query.patient_n)).map((row) => ({
          Form_Name: row.name,
          Template_Name: row.template,
          Status: row.status,
          DataTimeOfRequest: wireInstant(timeZone, row.requestedAt),
          DateTimeLastUpdated: wireInstant(timeZone, row.updatedAt),
          Patient_n: row.patientN,
        })),
    )
    app.get('/PatientPortal/UpdateFormsData', { schema: { querystring: FormStart } }, async (request, reply) => {
      const { practice, query, protocol, host } = request
      const { patient_n: patientN, formName: name, templatename: template } = query
      const started = await startForm(db, { practice: practice.practice, patientN, name, template, now: now() })
      if (!started) throw notFound('form')
      return jsonText(reply, `${protocol}://${host}/${practice.practice}/forms/${encodeURIComponent(template)}`)
    })
    app.post('/PatientPortal/OpenTemplate', { schema: { body: Template } }, async (request, reply) => {
      const { practice, body, protocol, host } = request
      const { Patient_n: patientN, Form_Name: name, Template_Name: template } = body
      const opened = await openTemplate(db, { practice: practice.practice, patientN, name, template, now: now() })
      if (!opened) throw notFound('patient')
      return jsonText(reply, `${protocol}://${host}/${practice.practice}/forms/${encodeURIComponent(template)}`)
    })
  }

/** The page of a form: it belongs to another system, so it shows the name only. */
export const formPages =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/forms/:template',
      { schema: { params: Type.Object({ template: Text }) } },
      async ({ practice, params }, reply) => {
        const name = await nameOfTemplate(db, practice.practice, params.template)
        if (name === undefined) throw notFound('form')
        return reply
          .header('content-security-policy', "default-src 'none'")
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(pageOf(escapeHtml(name), escapeHtml(practice.name)))
      },
    )
  }

const pageOf = (name: string, practice: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${name} - ${practice}</title>
  </head>
  <body>
    <main>
      <h1>${name}</h1>
      <p>This page belongs to the practice's forms system.</p>
    </main>
  </body>
</html>
`
