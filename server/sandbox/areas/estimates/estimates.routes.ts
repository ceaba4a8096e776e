import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sql } from 'drizzle-orm'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { rowsOf } from '../../../db/rows.ts'

interface EstimateRow {
  estimateN: number
  service: string
  plannedFor: string
  amount: number
  goodUntil: string
}

/** What planned care is expected to cost a patient. */
export const estimateRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/PatientPortal/GetEstimates',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice: { practice }, query: { patient_n: patientN } }) => {
        const rows = await rowsOf<EstimateRow>(
          db,
          sql`select estimate_n as "estimateN", service, planned_for::text as "plannedFor", amount, good_until::text as "goodUntil"
            from estimates where practice = ${practice} and patient_n = ${patientN} order by planned_for, estimate_n`,
        )
        return rows.map(({ estimateN, service, plannedFor, amount, goodUntil }) => ({
          ESTIMATE_N: estimateN,
          SERVICE: service,
          PLANNED_DATE: plannedFor,
          AMOUNT: amount / 100,
          GOOD_UNTIL: goodUntil,
        }))
      },
    )
  }
