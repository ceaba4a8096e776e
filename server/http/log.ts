import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

export type LogTarget = boolean | { write(line: string): void }

/** Logs without personal data: the route's pattern instead of the address, no query, no headers, no body. */
export function logOptions({ logLevel }: Config, target: LogTarget): Pick<FastifyServerOptions, 'logger' | 'genReqId'> {
  const logger = {
    level: logLevel,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? '(none)', host: request.host }),
    },
    ...(typeof target === 'object' ? { stream: target } : {}),
  }
  return { logger: target === false ? false : logger, genReqId: () => crypto.randomUUID() }
}
