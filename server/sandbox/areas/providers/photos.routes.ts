import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { houseAt, portraitOf } from './photos.ts'
import { RecordNumber } from '../../parameters.ts'
import { notFound } from '../../refusal.ts'

const OfProvider = Type.Object({ websiteId: RecordNumber, number: RecordNumber })
const OfLocation = Type.Object({ number: RecordNumber })

/** Pictures of people and places, at the paths of the specification (specification 1 §7). */
export const photoRoutes = (): FastifyPluginAsyncTypebox => async (app) => {
  app.get(
    '/Images/Providers/:websiteId/:number.jpg',
    { schema: { params: OfProvider } },
    async ({ practice, params }, reply) => {
      const photo = params.websiteId === practice.websiteId ? await portraitOf(params.number) : undefined
      if (!photo) throw notFound('photo')
      return reply.type('image/jpeg').send(photo)
    },
  )
  app.get('/Images/Locations/:number.jpg', { schema: { params: OfLocation } }, async ({ params }, reply) => {
    const photo = await houseAt(params.number)
    if (!photo) throw notFound('photo')
    return reply.type('image/jpeg').send(photo)
  })
}
