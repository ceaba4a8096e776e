import type { Licensee } from '../../licensees/licensee.ts'
import { accountById } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { ownerOf } from './recovery.owner.ts'

/** Answers the address at which the owner of an account reads mail, or nothing. Its call may throw EmrError. */
export type MailOf = (licensee: Licensee, accountId: number) => Promise<string | undefined>

export function createMailOf(tools: Pick<AccountTools, 'db' | 'emrOf'>, now: () => Date): MailOf {
  return async (licensee, accountId) => {
    const account = await accountById(tools.db, accountId)
    const owner = account && (await ownerOf(tools, { licensee, now }, account))
    return owner?.email || undefined
  }
}
