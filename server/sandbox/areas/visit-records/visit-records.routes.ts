import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Day, knownDay } from '../../parameters.ts'
import type { Sandbox } from '../../practices.ts'
import { visitRecordFiles, visitRecordsOf } from './visit-records.store.ts'

const Emrid = Type.String({ minLength: 1, maxLength: 50 })

/** Visit records (C-CDA): the list, and the documents of a range of days (specification 2 §7.3). */
export const visitRecordRoutes =
  ({ db }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/GetCCDA',
      { schema: { querystring: Type.Object({ EMRID: Emrid }) } },
      async ({ practice: { practice }, query }) =>
        (await visitRecordsOf(db, practice, query.EMRID)).map(({ ccdaId, day }) => ({
          ccdaid: ccdaId,
          created_Date: day,
        })),
    )
    app.get(
      '/getCcdData',
      { schema: { querystring: Type.Object({ emrID: Emrid, start: Day, end: Day }) } },
      async ({ practice: { practice }, query }) => {
        const range = { emrid: query.emrID, start: knownDay(query.start), end: knownDay(query.end) }
        return (await visitRecordFiles(db, practice, range)).map(({ ccdaId, day, xml }) => ({
          ID: ccdaId,
          Date: day,
          XML: xml,
        }))
      },
    )
  }
