import { anyAccountById } from '../../identity/account.store.ts'
import { createMailOf } from '../../identity/mail-of.ts'
import type { Licensee } from '../../licensees/licensee.ts'
import type { PaymentServices } from './payments-services.ts'

/**
 * Returns the e-mail address of an account that pays, or undefined. A guardian's is known also after the access to a
 * patient has ended, and that of a patient whom the practice has disabled, too. Throws EmrError.
 */
export async function payerMail(
  services: Pick<PaymentServices, 'db' | 'emrOf' | 'now'>,
  { licensee, accountId }: { licensee: Licensee; accountId: number },
): Promise<string | undefined> {
  const account = await anyAccountById(services.db, accountId)
  if (account?.kind === 'guardian') return account.email || undefined
  return createMailOf(services, services.now, { evenDisabled: true })(licensee, accountId)
}
