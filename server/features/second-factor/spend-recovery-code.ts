import type { AccountServices } from '../../identity/account-services.ts'
import { accountById } from '../../identity/account.store.ts'
import { sendSecurityNotice } from '../../identity/security-notice.ts'
import type { ActionContext } from '../../protocol/definitions.ts'
import { useRecoveryCode } from './recovery-codes.store.ts'
import { recoveryCodeHash } from './recovery-codes.ts'

/** Uses a recovery code up and tells its owner by mail. Returns false when it is none of the account, or was used. */
export async function spendRecoveryCode(
  services: AccountServices,
  context: ActionContext,
  { accountId, typed }: { accountId: number; typed: string },
): Promise<boolean> {
  const codeHash = recoveryCodeHash(accountId, typed)
  if (!(await useRecoveryCode(services.db, { accountId, codeHash, at: context.now() }))) return false
  const account = await accountById(services.db, accountId)
  if (account) await sendSecurityNotice(services, context, { account, what: 'recoveryCodeUsed' })
  return true
}
