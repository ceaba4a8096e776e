import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { medicationsOf } from './medications.store.ts'

/** What patients take (specification 2 §3, §7.3). */
export const medicationRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/Medications/GetMedications',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query }) =>
        (await medicationsOf(db, practice, query.patient_n)).map((row) => ({
          ID: row.medicationN,
          Name: row.name,
          Strength: row.strength,
          Dosage: row.dosage,
          ModifyDate: row.modifiedOn,
          CreateDate: row.createdOn,
          Pharmacy: row.pharmacy,
        })),
    )
  }
