import { EmrError } from '../gateways/emr/emr.errors.ts'
import { practiceName } from '../licensees/practice-name.ts'
import type { OutboxMessage } from '../outbox/outbox.ts'
import { phone } from '../protocol/block-builders.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { momentText } from '../protocol/time-words.ts'
import { ownerOf } from './account-owner.ts'
import type { AccountServices } from './account-services.ts'
import type { Account } from './account.store.ts'
import { maskedEmail } from './verification.rules.ts'

const happenings = {
  passwordChanged: 'The password was changed for',
  secondFactorOn: 'An authenticator app was set up for',
  secondFactorOff: 'The authenticator app was turned off for',
  newRecoveryCodes: 'New recovery codes were made for',
  recoveryCodeUsed: 'A recovery code was used to sign in to',
  passkeyAdded: 'A passkey was added to',
  passkeyRemoved: 'A passkey was removed from',
} as const

type Services = Pick<AccountServices, 'db' | 'emrOf' | 'outbox'>

interface Happened {
  account: Account
  what: keyof typeof happenings
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
): Promise<OutboxMessage | undefined> {
  const owner = await ownerOf(services, context, account).catch(unlessEmr)
  if (!owner?.email) return void (context.trace.transmitted = { to: '', status: 'no address' })
  context.trace.transmitted = { to: maskedEmail(owner.email), status: 'waiting' }
  const practice = practiceName(context)
  const number = phone(context.setting('Practice_Phone')).text
  const when = momentText(context.now(), context.licensee.timeZone)
  return {
    licenseeId: context.licensee.id,
    channel: 'mail',
    to: owner.email,
    subject: `Your account's security settings at ${practice} changed`,
    text: [
      `${happenings[what]} the account ${account.login} at ${practice} on ${when}.`,
      `If this was you, you do not need to do anything. If not, please call the office${number ? ` at ${number}` : ''} at once.`,
    ].join('\n\n'),
  }
}

function unlessEmr(error: unknown): undefined {
  if (!(error instanceof EmrError)) throw error
}
