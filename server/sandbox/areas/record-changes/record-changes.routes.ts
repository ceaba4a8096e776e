import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Sandbox } from '../../practices.ts'
import { mostWaitSeconds, readWhenNew } from '../../waiting-calls.ts'
import { recordChanges } from './record-changes.store.ts'

/** `wait`, in seconds, is how long the caller is ready to wait for a change. */
const After = Type.Object({
  after_change: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
})

/** What changes in the records of patients, so that open screens of portals follow. */
export const recordChangeRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const closing = new AbortController()
    app.addHook('preClose', async () => closing.abort())
    app.get('/GetRecordChanges', { schema: { querystring: After } }, async (request) => {
      const { practice } = request.practice
      const { after_change: after, wait } = request.query
      const read = () => recordChanges(db, { practice, after })
      const readLater = (seconds: number) =>
        readWhenNew(db, {
          practice,
          what: 'records',
          read,
          // Also if the record server has begun to count again.
          isNews: ({ last }) => last !== after,
          end: AbortSignal.any([request.signal, closing.signal, AbortSignal.timeout(seconds * 1000)]),
        })
      const { last, changes } = await (after === undefined || wait === undefined
        ? read()
        : readLater(Math.min(wait, mostWaitSeconds)))
      return {
        LAST_CHANGE: last,
        Changes: changes.map(({ patientN, kind }) => ({ PATIENT_N: patientN, KIND: kind })),
        ...(wait === undefined ? {} : { WAITS: true }),
      }
    })
  }
