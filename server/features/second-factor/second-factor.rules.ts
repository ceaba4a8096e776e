import { staffAccessSettings } from '../../practice/staff-access.settings.ts'
import { secondFactorSettings } from './second-factor.settings.ts'
import type { Reads } from '../../protocol/trace.ts'

/** Returns whether the practice wants a second factor of this person (security.md: of the staff). */
export function staffNeedsIt({ setting, principal }: Pick<Reads, 'setting' | 'principal'>): boolean {
  return principal?.kind === 'admin' && setting(staffAccessSettings.Staff_Second_Factor)
}

/** Returns whether a second factor can be set up. Accounts that have one are asked for it in any case. */
export function secondFactorOffered(reads: Pick<Reads, 'setting' | 'principal'>): boolean {
  return reads.setting(secondFactorSettings.Portal_Second_Factor) || staffNeedsIt(reads)
}
