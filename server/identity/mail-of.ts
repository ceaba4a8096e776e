import type { Licensee } from '../licensees/licensee.ts'
import { ownerOf } from './account-owner.ts'
import type { AccountServices } from './account-services.ts'
import { accountById, anyAccountById } from './account.store.ts'

/** Returns the e-mail address of an account's owner, or undefined. A call may throw EmrError. */
export type MailOf = (licensee: Licensee, accountId: number) => Promise<string | undefined>

/** `evenDisabled`: also of an account that can no longer sign in. */
export function createMailOf(
  services: Pick<AccountServices, 'db' | 'emrOf'>,
  now: () => Date,
  { evenDisabled = false } = {},
): MailOf {
  const find = evenDisabled ? anyAccountById : accountById
  return async (licensee, accountId) => {
    const account = await find(services.db, accountId)
    if (account?.kind === 'admin') return account.email || undefined // administrators are on no record
    const owner = account && (await ownerOf(services, { licensee, now, evenDisabled }, account))
    return owner?.email || undefined
  }
}
