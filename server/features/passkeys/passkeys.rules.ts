import { isIP } from 'node:net'
import type { Reads } from '../../protocol/trace.ts'

export function passkeysOffered({ setting }: Pick<Reads, 'setting'>): boolean {
  return setting('Portal_Passkeys')
}

/** Whom a passkey is for: it works at this host and nowhere else. */
export interface RelyingParty {
  /** The host without its port. */
  id: string
  origin: string
}

/** Undefined for a host that is an IP address: WebAuthn needs a name. */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  if (!URL.canParse(origin)) return undefined
  const { hostname } = new URL(origin)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress || hostname === '' ? undefined : { id: hostname, origin }
}
