import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { conditionsOf } from './conditions.store.ts'

/** The diagnoses and problems of patients. */
export const conditionRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/Conditions/GetConditions',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query }) =>
        (await conditionsOf(db, practice, query.patient_n)).map((row) => ({
          ID: row.conditionN,
          Name: row.name,
          Code: row.code,
          CodeSystem: row.codeSystem,
          Status: row.status,
          IsConfirmed: row.isConfirmed ? 1 : 0,
          IsOfVisit: row.isOfVisit ? 1 : 0,
          OnsetDate: row.onset,
          AbatementDate: row.abatement,
          RecordedDate: row.recordedOn,
        })),
    )
  }
