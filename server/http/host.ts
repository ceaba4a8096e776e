import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the host of a request as its browser shows it, such as `lakeside.example:8443`: in lower case, with the port
 * if the browser sent one. Empty if the request names no valid host.
 */
export type HostOf = (request: FastifyRequest | IncomingMessage) => string

/** Whether the `X-Forwarded-` headers of a peer count, by its address. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean

/** Returns the check of peers against TRUSTED_PROXIES. Throws for what is no address and no network. */
export function proxyTrust(trustedProxies: readonly string[]): TrustsProxy {
  const trusts = proxyAddress.compile([...trustedProxies])
  return (address, hop) => address !== undefined && trusts(address, hop)
}

/**
 * The only reader of the host: pages, actions and live sockets must agree about it. A socket is read once, because its
 * peer is unknown after the connection of its handshake has closed.
 */
export function hostReader(trusts: TrustsProxy): HostOf {
  const known = new WeakMap<IncomingMessage, string>()
  return (request) => {
    const raw = 'raw' in request ? request.raw : request
    const host = known.get(raw) ?? validHost(namedHost(raw, trusts))
    known.set(raw, host)
    return host
  }
}

/** Whether an `Origin` header is that of the host. A default port may be named or not. */
export function isOriginOf(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: own } = new URL(origin)
  const page = `${protocol}//${host}`
  return host !== '' && URL.canParse(page) && new URL(page).host === own
}

/** The host that a trusted proxy forwards, or that of an absolute target (RFC 9112, 3.2.2), or the `Host` header. */
function namedHost(request: IncomingMessage, trusts: TrustsProxy): string {
  const forwarded = request.headers['x-forwarded-host']
  // Of several, the last one is from the proxy that is trusted; the others may be from its client.
  if (forwarded !== undefined && trusts(request.socket.remoteAddress, 0))
    return String(forwarded).split(',').at(-1)?.trim() ?? ''
  return absoluteTarget(targetOf(request))?.host ?? request.headers.host ?? ''
}

/** The target as it arrived: Fastify keeps it when it rewrites the address. */
function targetOf(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? ''
}

/** Divides a target such as `http://lakeside.example/user/home` into host and path; undefined for a path. */
export function absoluteTarget(target: string): { host: string; path: string } | undefined {
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? []
  return host === undefined || path === undefined ? undefined : { host, path: path.startsWith('/') ? path : `/${path}` }
}

/** Empty for what would make no origin: such a request belongs to no practice. */
function validHost(host: string): string {
  const isHost = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
  return isHost ? host.toLowerCase() : ''
}
