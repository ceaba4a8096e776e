import type { FastifyReply } from 'fastify'

/** Sends a text as JSON; fastify would send a bare string as plain text. */
export const jsonText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(text))
