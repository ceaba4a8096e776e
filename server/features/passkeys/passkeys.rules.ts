import { isIP } from 'node:net'
import { passkeySettings } from './passkeys.settings.ts'
import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import type { PrincipalKind } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'

/** Whether the signed-in person can have passkeys. The staff can where the practice wants a second factor of them. */
export function passkeysOffered({ setting, principal }: Pick<Reads, 'setting' | 'principal'>): boolean {
  return passkeysWorkFor({ setting }, principal?.kind)
}

/** Whether anybody can sign in with a passkey; the account decides then whether it works. */
export function passkeySignInOffered({ setting }: Pick<Reads, 'setting'>): boolean {
  return passkeysWorkFor({ setting }, 'admin')
}

export function passkeysWorkFor({ setting }: Pick<Reads, 'setting'>, kind: PrincipalKind | undefined): boolean {
  const ofStaff = kind === 'admin' && setting(staffAccessSettings.Staff_Second_Factor)
  return ofStaff || setting(passkeySettings.Portal_Passkeys)
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
