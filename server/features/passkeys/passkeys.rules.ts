import { passkeySettings } from './passkeys.settings.ts'
import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import type { PrincipalKind } from '../../protocol/principal.ts'
import type { Reads } from '../../protocol/trace.ts'

/** The most passkeys of an account. */
export const mostPasskeys = 10

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
