import type { Licensee } from '../licensees/licensee.ts'
import { ownerOf } from './account-owner.ts'
import type { AccountServices } from './account-services.ts'
import { accountById } from './account.store.ts'

/** Returns the e-mail address of an account's owner, or undefined. A call may throw EmrError. */
export type MailOf = (licensee: Licensee, accountId: number) => Promise<string | undefined>

export function createMailOf(services: Pick<AccountServices, 'db' | 'emrOf'>, now: () => Date): MailOf {
  return async (licensee, accountId) => {
    const account = await accountById(services.db, accountId)
    const owner = account && (await ownerOf(services, { licensee, now }, account))
    return owner?.email || undefined
  }
}
