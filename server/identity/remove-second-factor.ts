import type { Db } from '../db/open.ts'
import { secondFactorRemoved } from '../practice/extension-points.ts'
import type { AccountServices } from './account-services.ts'
import { dropSecondFactor } from './account.store.ts'

/** Turns the second factor of an account off, with its recovery codes. Returns false when there is none. */
export async function removeSecondFactor(
  { uses }: Pick<AccountServices, 'uses'>,
  tx: Db,
  accountId: number,
): Promise<boolean> {
  for (const removed of uses(secondFactorRemoved)) await removed(tx, accountId)
  return dropSecondFactor(tx, accountId)
}
