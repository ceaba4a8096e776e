import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { disablePatient, findByIdentity, findPatient, officeMailOf } from './patients.store.ts'
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
    app.put(
      '/patient/disablepatient',
      { schema: { querystring: Type.Object({ patientID: RecordNumber }) } },
      async ({ practice, query }, reply) => {
        if (!(await disablePatient(db, practice.practice, query.patientID))) throw notFound('patient')
        return jsonText(reply, 'Patient disabled successfully!')
      },
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
  }
