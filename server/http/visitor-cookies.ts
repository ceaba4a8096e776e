import { createHmac, hkdfSync } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../protocol/network.ts'
import type { ClientInfo } from '../protocol/client-info.ts'
import type { HostOf } from './host.ts'
import { hashOfSession } from './session-store.ts'

export interface CookieOptions {
  secret: string
  secure: boolean
  hostOf: HostOf
}

/**
 * Cookies besides the session; all HttpOnly. None identifies a person: what stands for a name is keyed, so that who has the
 * cookie cannot try names.
 */
export interface VisitorCookies {
  clientOf(request: FastifyRequest): ClientInfo
  /** Stores the secret id of a flow; undefined deletes it. */
  keepFlow(reply: FastifyReply, purpose: string, id: string | undefined): void
  /** Remembers that this browser has proven an identity: failed attempts from other browsers do not lock it out. */
  rememberIdentity(request: FastifyRequest, reply: FastifyReply, identity: string): void
}

/** Longer than any flow lasts on the server. */
const flowSeconds = 2 * 3600
const deviceSeconds = 180 * 24 * 3600
/** Enough for a browser that a family shares. */
const mostIdentities = 5
const deviceCookie = 'portal_device'
const flowCookie = (purpose: string) => `portal_flow_${purpose}`

export function visitorCookies({ secret, secure, hostOf }: CookieOptions): VisitorCookies {
  const keyFor = (what: string) => Buffer.from(hkdfSync('sha256', secret, 'portal', `known browsers: ${what}`, 32))
  // Not the secret itself: what earlier versions signed has hashes of names without a key, and must not be kept.
  const signer = new Signer(keyFor('signature'), 'sha256')
  const key = keyFor('identities')
  /** Scoped to this practice: another person may have the same name at another one. */
  const marked = ({ licensee }: FastifyRequest, identity: string): string =>
    createHmac('sha256', key).update(`${licensee?.id}\n${identity}`).digest('base64url').slice(0, 22)
  const common = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  const knownTo = ({ cookies }: FastifyRequest): string[] => {
    const { valid, value } = signer.unsign(cookies[deviceCookie] ?? '')
    return valid && value ? value.split('.') : []
  }
  return {
    clientOf: (request) => ({
      address: request.ip,
      network: networkOf(request.ip),
      // Behind TLS the scheme is always https, even if a proxy does not forward it; without TLS, the forwarded scheme
      // is used.
      origin: new URL(`${secure || request.protocol === 'https' ? 'https' : 'http'}://${hostOf(request)}`).origin,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      sessionHash: hashOfSession(request.session.sessionId),
      background: request.headers['x-background'] !== undefined,
      identity: identityIn(request),
      flowId: (purpose) => request.cookies[flowCookie(purpose)],
      knows: (identity) => knownTo(request).includes(marked(request, identity)),
    }),
    keepFlow: (reply, purpose, id) => {
      if (id === undefined) return void reply.clearCookie(flowCookie(purpose), common)
      void reply.setCookie(flowCookie(purpose), id, { ...common, maxAge: flowSeconds })
    },
    rememberIdentity: (request, reply, identity) => {
      const mark = marked(request, identity)
      const others = knownTo(request).filter((each) => each !== mark)
      const kept = [mark, ...others].slice(0, mostIdentities)
      void reply.setCookie(deviceCookie, signer.sign(kept.join('.')), { ...common, maxAge: deviceSeconds })
    },
  }
}

function identityIn({ headers }: FastifyRequest): string | undefined {
  const sent = headers['x-identity']
  return typeof sent === 'string' ? sent : undefined
}
