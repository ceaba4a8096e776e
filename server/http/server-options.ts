import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { Config } from '../config.ts'
import { logOptions, type LogTarget } from './log.ts'

/** How long a request may take to arrive; who sends it drop by drop is cut off. Doors.ts allows less to what is no file. */
const arriveWithinMs = 300_000
/** And its headers. */
const beginWithinMs = 30_000
/** Longer than any address that Node reads: whatever is asked finds its way to an answer in words. */
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

/** In a path that cannot be decoded each `%` stands for itself; else Fastify would answer before any check, header and word. */
function readable(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURI(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
