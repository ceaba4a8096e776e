import type { Licensee } from '../licensees/licensee.ts'
import type { Services } from '../services.ts'
import { anyAccountById } from './account.store.ts'
import { createMailOf } from './mail-of.ts'

/**
 * Returns the e-mail address of an account, or undefined. A guardian's is known also after the access to a patient has
 * ended, and that of a patient whom the practice has disabled, too. Throws EmrError.
 */
export async function emailOf(
  services: Pick<Services, 'db' | 'emrOf' | 'now'>,
  { licensee, accountId }: { licensee: Licensee; accountId: number },
): Promise<string | undefined> {
  const account = await anyAccountById(services.db, accountId)
  if (account?.kind === 'guardian') return account.email || undefined
  return createMailOf(services, services.now, { evenDisabled: true })(licensee, accountId)
}
