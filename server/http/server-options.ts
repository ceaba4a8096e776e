import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { Config } from '../config.ts'
import { logOptions, type LogTarget } from './log.ts'

/**
 * Time limit for receiving a request, against clients that send slowly; request-checks.ts sets a shorter one for all
 * but files.
 */
const arriveWithinMs = 300_000
/** Time limit for its headers. */
const beginWithinMs = 30_000
/** Longer than any URL that Node accepts, so that every request gets a proper error response. */
const longestPart = 20_000

export function serverOptions(config: Config, log: LogTarget) {
  return {
    ...logOptions(config, log),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    requestTimeout: arriveWithinMs,
    http: { headersTimeout: beginWithinMs },
    rewriteUrl: ({ url = '/' }) => readable(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
  } satisfies FastifyHttpOptions<RawServerDefault>
}

/**
 * If a path cannot be decoded, escapes each `%`: otherwise Fastify would respond before the checks and without headers
 * and text.
 */
function readable(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURI(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
