import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { findByIdentity, findPatient, officeMailOf, searchPatients } from './patients.store.ts'
import type { Sandbox } from '../../practices.ts'
import { jsonText } from '../../json-text.ts'
import { Day, knownDay, RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const Identity = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  dob: Day,
  gender: Type.Integer({ minimum: 1, maximum: 3 }),
  zip: Type.String({ minLength: 1 }),
})

const Search = Type.Object({
  Text: Type.String({ maxLength: 200 }),
  Page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  PageSize: Type.Integer({ minimum: 1, maximum: 200, default: 20 }),
})

export const patientRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/Provider/GetPatientHeader',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice, query }) => {
        const patient = await findPatient(db, practice.practice, query.patient_n)
        if (!patient) throw notFound('patient')
        return patient
      },
    )
    app.get('/Provider/GetPatient', { schema: { querystring: Identity } }, ({ practice, query }) =>
      findByIdentity(db, { ...query, dob: knownDay(query.dob), practice: practice.practice }),
    )
    app.get(
      '/GetFacilityEmailID',
      { schema: { querystring: Type.Object({ patientId: RecordNumber }) } },
      async ({ practice, query }, reply) => {
        const mail = await officeMailOf(db, practice.practice, query.patientId)
        if (!mail) throw notFound('patient')
        return jsonText(reply, mail)
      },
    )
    app.post('/Patient/Search', { schema: { body: Search } }, ({ practice, body }) =>
      searchPatients(db, { practice: practice.practice, text: body.Text, page: body.Page, size: body.PageSize }),
    )
  }
