import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Licensee } from '../licensees/licensee.ts'
import { licenseeOf } from '../licensees/licensee.ts'
import { Failure } from '../protocol/failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The practice of the host that was asked; undefined for an unknown host. */
    licensee?: Licensee
  }
}

export interface RequestCheckOptions {
  licensees: readonly Licensee[]
  tls: boolean
}

/** Finds the practice by host, sends the security headers, and refuses acts that come from another site. */
export async function registerRequestChecks(
  app: FastifyInstance,
  { licensees, tls }: RequestCheckOptions,
): Promise<void> {
  app.removeContentTypeParser('text/plain') // only JSON is read: a page of another site could send plain words unasked
  app.addHook('onRequest', async (request) => {
    request.licensee = licenseeOf(licensees, request.host)
    refuseForeignAct(request)
    cutOffSlow(request)
  })
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'], // the picture that a person has just taken
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        styleSrc: ["'self'"],
      },
    },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

/** Cross-site posts: a browser says where a request comes from; a client that is no browser says nothing. */
function refuseForeignAct(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreign =
    (origin !== undefined && hostOf(origin) !== request.host) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (foreign) throw new Failure('access.origin', { status: 403 })
}

/** Only a file may take longer (server-options.ts): six megabytes from a phone do. */
const arriveWithinMs = 30_000

/** Who sends an act drop by drop is cut off. */
function cutOffSlow({ method, url, raw }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || url.startsWith('/ui/uploads/')) return
  const timer = setTimeout(() => !raw.readableEnded && raw.destroy(), arriveWithinMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
