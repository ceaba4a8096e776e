import type { ActionContext } from '../protocol/definitions.ts'
import { signedIn } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import { endFlow, readFlow } from './flow.store.ts'
import { startFlow } from './start-flow.ts'
import { newSecret } from './totp.ts'
import { flowPlace } from './verification.ts'

/**
 * The state of the flow that sets up the second factor: first the app's secret, then the recovery codes to be saved.
 */
export interface Enrolment {
  accountId: number
  /** The secret in base32, or the codes as JSON. */
  encrypted: string
  /** Where the person wanted to go before they had to set it up. */
  to?: string
}

/** Where the encrypted part of a set-up is stored. */
export function enrolmentPlace(accountId: number): ['flows.subject', number] {
  return ['flows.subject', accountId]
}

/** Begins to set up an authenticator app for an account whose owner is proven. */
export async function beginEnrolment(
  services: Pick<AccountServices, 'db' | 'encryption'>,
  context: ActionContext,
  { accountId, to }: Pick<Enrolment, 'accountId' | 'to'>,
): Promise<void> {
  const encrypted = services.encryption.encrypt(newSecret(), enrolmentPlace(accountId))
  const subject: Enrolment = { accountId, encrypted, ...(to ? { to } : {}) }
  await startFlow(services, context, { purpose: 'enrolment', subject })
}

/** Ends the set-up of this browser. Returns where the signed-in person wanted to go before it. */
export async function endEnrolment(
  { db }: Pick<AccountServices, 'db'>,
  context: ActionContext,
): Promise<string | undefined> {
  const place = flowPlace(context, 'enrolment')
  const flow = await readFlow<Enrolment>(db, { ...place, at: context.now() })
  await endFlow(db, place)
  context.session.keepFlow('enrolment', undefined)
  return flow?.subject.accountId === signedIn(context).accountId ? flow.subject.to : undefined
}

/** With a second factor, a member of the staff may open everything that their roles allow. Returns whether that is new. */
export async function becomeProtected(context: ActionContext): Promise<boolean> {
  const person = signedIn(context)
  if (person.kind !== 'admin' || !person.unprotected) return false
  const { unprotected: _, ...rest } = person
  await context.session.signIn(rest)
  return true
}
