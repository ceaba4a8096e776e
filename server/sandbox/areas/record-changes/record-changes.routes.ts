import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Sandbox } from '../../practices.ts'
import { AfterChange, holdCalls } from '../../waiting-calls.ts'
import { recordChanges } from './record-changes.store.ts'

/** What changes in the records of patients, so that open screens of portals follow. */
export const recordChangeRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const heldUntilNew = holdCalls(app, db)
    app.get('/GetRecordChanges', { schema: { querystring: AfterChange } }, async (request) => {
      const { practice } = request.practice
      const { after_change: after, wait } = request.query
      const read = () => recordChanges(db, { practice, after })
      const { last, changes } = await heldUntilNew(request, { what: 'records', read })
      return {
        LAST_CHANGE: last,
        Changes: changes.map(({ patientN, kind }) => ({ PATIENT_N: patientN, KIND: kind })),
        ...(wait === undefined ? {} : { WAITS: true }),
      }
    })
  }
