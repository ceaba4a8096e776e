import { createHash } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../protocol/network.ts'
import type { ClientInfo } from '../protocol/client-info.ts'
import { hashOfSession } from './session-store.ts'

export interface CookieOptions {
  secret: string
  secure: boolean
}

/** What the browser keeps besides its session; all HttpOnly, none of it names a person. */
export interface VisitorCookies {
  clientOf(request: FastifyRequest): ClientInfo
  /** Keeps the secret id of a flow of several steps; undefined drops it. */
  keepFlow(reply: FastifyReply, purpose: string, id: string | undefined): void
  /** Remembers that somebody has proven this identity here: tries against it from elsewhere do not lock this browser out. */
  rememberIdentity(request: FastifyRequest, reply: FastifyReply, identity: string): void
}

/** Longer than any flow of several steps lasts on the server. */
const flowSeconds = 2 * 3600
const deviceSeconds = 180 * 24 * 3600
/** A browser that a family shares. */
const mostIdentities = 5
const deviceCookie = 'portal_device'
const flowCookie = (purpose: string) => `portal_flow_${purpose}`

export function visitorCookies({ secret, secure }: CookieOptions): VisitorCookies {
  const signer = new Signer(secret, 'sha256')
  const common = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  const knownTo = ({ cookies }: FastifyRequest): string[] => {
    const { valid, value } = signer.unsign(cookies[deviceCookie] ?? '')
    return valid && value ? value.split('.') : []
  }
  return {
    clientOf: (request) => ({
      address: request.ip,
      network: networkOf(request.ip),
      // Behind TLS the scheme is known, also where a proxy does not tell it; elsewhere it may tell anything.
      origin: `${secure || request.protocol === 'https' ? 'https' : 'http'}://${request.host}`,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      sessionHash: hashOfSession(request.session.sessionId),
      background: request.headers['x-background'] !== undefined,
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

/** Of this practice: somebody else may have the same name at another one. */
function marked({ licensee }: FastifyRequest, identity: string): string {
  return createHash('sha256').update(`${licensee?.id}\n${identity}`).digest('base64url').slice(0, 22)
}
