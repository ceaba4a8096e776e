import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { allergiesOf } from './allergies.store.ts'

/** What patients do not tolerate. */
export const allergyRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/Allergies/GetAllergies',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query }) =>
        (await allergiesOf(db, practice, query.patient_n)).map((row) => ({
          ID: row.allergyN,
          Substance: row.substance,
          Code: row.code,
          CodeSystem: row.codeSystem,
          Reaction: row.reaction,
          Severity: row.severity,
          Status: row.status,
          IsConfirmed: row.isConfirmed ? 1 : 0,
          OnsetDate: row.onset,
          RecordedDate: row.recordedOn,
        })),
    )
  }
