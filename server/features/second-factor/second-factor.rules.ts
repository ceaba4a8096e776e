import { secondFactorSettings } from './second-factor.settings.ts'
import type { Reads } from '../../protocol/trace.ts'

/** Returns whether a second factor can be set up. Accounts that have one are asked for it in any case. */
export function secondFactorOffered({ setting }: Pick<Reads, 'setting'>): boolean {
  return setting(secondFactorSettings.Portal_Second_Factor)
}
