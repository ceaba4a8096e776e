import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { ContractBroken } from '../protocol/contract-check.ts'
import { newRequestId } from '../protocol/request-code.ts'
import type { HostOf } from './host.ts'

export type LogTarget = boolean | { write(line: string): void }

/** Logs without personal data: the route's pattern instead of the address, no query, no headers, no body. */
export function logOptions(
  { logLevel }: Config,
  { target, hostOf }: { target: LogTarget; hostOf: HostOf },
): Pick<FastifyServerOptions, 'loggerInstance' | 'genReqId'> {
  const options = {
    level: logLevel,
    enabled: target !== false,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? '(none)',
        host: hostOf(request),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      err: nameless,
    },
  }
  const loggerInstance = typeof target === 'object' ? pino(options, target) : pino(options)
  return { loggerInstance, genReqId: newRequestId }
}

/**
 * Returns the log form of an error: name, code and place, without values that may be personal, such as those of a
 * failed query.
 */
function nameless(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, call, cause } = error as { code?: unknown; call?: unknown; cause?: { code?: unknown } } // both are safe to log
  const message = error instanceof ContractBroken || call !== undefined ? error.message : ''
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return { type: error.name, message, code: code ?? cause?.code, stack: frames.join('\n') }
}
