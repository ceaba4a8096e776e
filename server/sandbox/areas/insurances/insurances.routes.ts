import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { RecordNumber } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { notFound } from '../../refusal.ts'
import { acceptedInsurances, insurancesOf } from './insurances.store.ts'

export const insuranceRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/Provider/GetInsurances', ({ practice }) => acceptedInsurances(db, practice.practice))
    app.get(
      '/getinsurancenumber',
      { schema: { querystring: Type.Object({ patient_n: RecordNumber }) } },
      async ({ practice, query }) => {
        const insurances = await insurancesOf(db, practice.practice, query.patient_n)
        if (!insurances) throw notFound('patient')
        return insurances
      },
    )
  }
