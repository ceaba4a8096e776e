import { unlessEmr } from '../gateways/emr/emr.errors.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { Email } from '../outbox/outbox.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { momentText } from '../protocol/time-words.ts'
import { ownerOf } from './account-owner.ts'
import type { AccountServices } from './account-services.ts'
import type { Account } from './account.store.ts'
import { securityEmail, type securityChanges } from './identity.emails.ts'
import { maskedEmail } from './verification.rules.ts'

type Services = Pick<AccountServices, 'db' | 'emrOf' | 'outbox'>

interface Happened {
  account: Account
  what: keyof typeof securityChanges
}

/** Notifies the owner of an account of a change to its security, so that a change by somebody else is noticed. */
export async function sendSecurityNotice(
  services: Services,
  context: ActionContext,
  happened: Happened,
): Promise<void> {
  const message = await securityMessage(services, context, happened)
  if (message) context.trace.transmitted = { to: maskedEmail(message.to), status: await services.outbox.send(message) }
}

/**
 * Returns that notice, to be sent in the transaction of the change. Returns undefined when the practice has no address
 * or cannot look it up now: the change is made nevertheless, and the audit records that no notice was sent.
 */
export async function securityMessage(
  services: Services,
  context: ActionContext,
  { account, what }: Happened,
): Promise<Email | undefined> {
  const to = await addressOf(services, context, account)
  if (!to) return void (context.trace.transmitted = { to: '', status: 'no address' })
  context.trace.transmitted = { to: maskedEmail(to), status: 'waiting' }
  return securityEmail({
    licenseeId: context.licensee.id,
    to,
    practice: practiceName(context),
    what,
    login: account.login,
    when: momentText(context.now(), context.licensee.timeZone),
  })
}

/** Administrators are on no record: theirs is the address of the account. */
async function addressOf(services: Services, context: ActionContext, account: Account): Promise<string | undefined> {
  if (account.kind === 'admin') return account.email
  return (await ownerOf(services, context, account).catch(unlessEmr))?.email
}
