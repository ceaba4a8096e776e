import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Licensee } from '../licensees/licensee.ts'
import { licenseeOf } from '../licensees/licensee.ts'
import { Failure } from '../protocol/failure.ts'
import { isSameText } from '../protocol/same-text.ts'
import { bearerOf } from './bearer.ts'
import { isOriginOf, type HostOf } from './host.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The practice of the request's host; undefined for an unknown host. */
    licensee?: Licensee
  }
}

export interface RequestCheckOptions {
  licensees: readonly Licensee[]
  hostOf: HostOf
  tls: boolean
  /** The other origin whose pages a practice shows in a frame, if any. */
  frameOriginOf: (licensee: Licensee) => string | undefined
  /** Bearer tokens of programs, which need not send where their requests come from. */
  tokens: readonly string[]
}

/** Finds the practice by host, sends the security headers, and refuses actions sent by other sites. */
export async function registerRequestChecks(
  app: FastifyInstance,
  { licensees, hostOf, tls, frameOriginOf, tokens }: RequestCheckOptions,
): Promise<void> {
  const framed = (request: IncomingMessage) => {
    const practice = licenseeOf(licensees, hostOf(request))
    return ["'self'", (practice && frameOriginOf(practice)) ?? ''].join(' ').trim()
  }
  app.removeContentTypeParser('text/plain') // plain text needs no preflight request, so another site could post it
  app.addHook('onRequest', async (request) => {
    request.licensee = licenseeOf(licensees, hostOf(request))
    refuseForeignAct(request, { host: hostOf(request), tokens })
    cutOffSlow(request)
  })
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'], // preview of a picture that was just taken
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        frameSrc: [framed],
        styleSrc: ["'self'"],
      },
    },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

/**
 * Refuses cross-site posts. Browsers send at least one of these headers; programs send them too, or a token, which no
 * other site can make a browser send.
 */
function refuseForeignAct(
  request: FastifyRequest,
  { host, tokens }: { host: string; tokens: readonly string[] },
): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreign =
    (origin !== undefined && !isOriginOf(origin, host)) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (foreign) throw new Failure('access.origin', { status: 403 })
  if (origin !== undefined || site !== undefined) return
  const bearer = bearerOf(request)
  if (bearer === undefined || !tokens.some((token) => isSameText(token, bearer)))
    throw new Failure('access.noOrigin', { status: 403 })
}

/** Time limit for all requests but files (server-options.ts): six megabytes from a phone take longer. */
const arriveWithinMs = 30_000

/** Closes the connection of an action that arrives too slowly. */
function cutOffSlow({ method, url, raw }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || url.startsWith('/ui/uploads/')) return
  const timer = setTimeout(() => !raw.readableEnded && raw.destroy(), arriveWithinMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
