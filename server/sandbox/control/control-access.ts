import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * Restricts the routes under /sandbox/, which control the sandbox itself, to this machine and, if there is one, to
 * holders of the token.
 */
export function guardControls(app: FastifyInstance, token: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    // Checks the path of the route, because that of the request may be spelled differently.
    if (!(request.routeOptions.url ?? request.url).startsWith('/sandbox/')) return
    if (!loopback.has(request.ip)) return reply.code(404).send({ message: 'Not found.' })
    if (token !== undefined && !hasToken(request, token))
      return reply.code(401).send({ message: 'The control token is missing or wrong.' })
  })
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
