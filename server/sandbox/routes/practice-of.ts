import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Practice, Sandbox } from '../practices.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The practice whose records a call is about; set for every path under /{practice}/. */
    practice: Practice
  }
}

/** Answers 404 for a practice that is not kept here. */
export function bindPractice(app: FastifyInstance, { practices }: Sandbox): void {
  app.decorateRequest('practice')
  app.addHook('onRequest', async (request, reply) => {
    const found = practices.get(nameIn(request))
    if (!found) return reply.code(404).send({ message: 'No such practice.' })
    request.practice = found
  })
}

const nameIn = (request: FastifyRequest): string => (request.params as { practice: string }).practice // the prefix names it
