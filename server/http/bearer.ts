import type { FastifyRequest } from 'fastify'

/** The token of an `Authorization: Bearer` header. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
}
