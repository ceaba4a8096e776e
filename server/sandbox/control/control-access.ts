import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Everything under /sandbox/ steers the stand-in itself: only from this machine and, when there is one, with the token. */
export function guardControls(app: FastifyInstance, token: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    // The path of the route, because that of the request may be spelled in other letters.
    if (!(request.routeOptions.url ?? request.url).startsWith('/sandbox/')) return
    if (!loopback.has(request.ip)) return reply.code(404).send({ message: 'Not found.' })
    if (token !== undefined && !hasToken(request, token))
      return reply.code(401).send({ message: 'The control token is missing or wrong.' })
  })
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
