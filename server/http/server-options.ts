import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { Config } from '../config.ts'
import { absoluteTarget, hostReader, proxyTrust } from './host.ts'
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

/** Returns the options of the server, and the reader of the host that trusts the same proxies. */
export function serverOptions(config: Config, log: LogTarget) {
  const trusts = proxyTrust(config.trustedProxies)
  const hostOf = hostReader(trusts)
  const options = {
    ...logOptions(config, { target: log, hostOf }),
    trustProxy: trusts,
    bodyLimit: 64 * 1024,
    requestTimeout: arriveWithinMs,
    http: { headersTimeout: beginWithinMs },
    rewriteUrl: ({ url = '/' }) => readable(absoluteTarget(url)?.path ?? url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
  } satisfies FastifyHttpOptions<RawServerDefault>
  return { options, hostOf }
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
