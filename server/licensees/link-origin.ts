import type { Licensee } from './licensee.ts'

/** How browsers reach the portals of a deployment, besides their hosts. */
export interface PublicAddress {
  tls: boolean
  /** Undefined for the usual port of the scheme. */
  port?: number
}

/**
 * Returns scheme, host and port for links that leave the portal. They come from the configuration only: the Host header
 * of a request may be made up (security.md). `domain`: the host that the practice has set, one of its hosts; by default
 * the first of them.
 */
export function linkOrigin({ hosts }: Pick<Licensee, 'hosts'>, { tls, port }: PublicAddress, domain = ''): string {
  const host = hosts.find((each) => each === domain.toLowerCase()) ?? hosts[0] ?? 'localhost'
  return new URL(`${tls ? 'https' : 'http'}://${host}${port === undefined ? '' : `:${port}`}`).origin
}
