import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Licensee } from '../licensees/licensee.ts'
import { licenseeOf } from '../licensees/licensee.ts'
import { Failure } from '../ui/failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The practice of the host that was asked; undefined for an unknown host. */
    licensee?: Licensee
    /** Admits the styles of this one answer. */
    styleNonce: string
  }
}

export interface DoorOptions {
  licensees: readonly Licensee[]
  tls: boolean
}

/** Finds the practice by host, sends the security headers, and refuses acts that come from another site. */
export async function registerDoors(app: FastifyInstance, { licensees, tls }: DoorOptions): Promise<void> {
  app.decorateRequest('styleNonce', '')
  app.addHook('onRequest', async (request) => {
    request.licensee = licenseeOf(licensees, request.host)
    request.styleNonce = randomBytes(16).toString('base64')
    refuseForeignAct(request)
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"], scriptSrc: ["'self'"], imgSrc: ["'self'", 'data:'], connectSrc: ["'self'"], objectSrc: ["'none'"], baseUri: ["'none'"],
        formAction: ["'self'"], frameAncestors: ["'self'"],
        styleSrc: ["'self'", (request) => `'nonce-${(request as unknown as { styleNonce?: string }).styleNonce ?? ''}'`],
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
  const foreign = (origin !== undefined && hostOf(origin) !== request.host) || (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (foreign) throw new Failure('access.origin', { status: 403 })
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
