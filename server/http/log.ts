import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

/** Logs without personal data: the route's pattern instead of the address, no query, no headers, no body. */
export function logOptions({ logLevel }: Config, enabled: boolean): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  const logger = {
    level: logLevel,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? '(none)', host: request.host }),
    },
  }
  return { logger: enabled ? logger : false, genReqId: () => crypto.randomUUID() }
}
