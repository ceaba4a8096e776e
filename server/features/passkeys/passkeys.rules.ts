import { isIP } from 'node:net'
import { passkeySettings } from './passkeys.settings.ts'
import type { Reads } from '../../protocol/trace.ts'

export function passkeysOffered({ setting }: Pick<Reads, 'setting'>): boolean {
  return setting(passkeySettings.Portal_Passkeys)
}

/** The relying party of a passkey, which works at this host only. */
export interface RelyingParty {
  /** The host without its port. */
  id: string
  origin: string
}

/** Returns undefined for a host that is an IP address: WebAuthn needs a domain name. */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  if (!URL.canParse(origin)) return undefined
  const { hostname } = new URL(origin)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress || hostname === '' ? undefined : { id: hostname, origin }
}
