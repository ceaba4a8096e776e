import type { ActionContext } from '../protocol/definitions.ts'
import type { AccountServices } from './account-services.ts'
import { startFlow } from './start-flow.ts'
import { newSecret } from './totp.ts'

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

/** Begins to set up an authenticator app for an account whose owner is proven. */
export async function beginEnrolment(
  services: Pick<AccountServices, 'db' | 'encryption'>,
  context: ActionContext,
  { accountId, to }: Pick<Enrolment, 'accountId' | 'to'>,
): Promise<void> {
  const subject: Enrolment = { accountId, encrypted: services.encryption.encrypt(newSecret()), ...(to ? { to } : {}) }
  await startFlow(services, context, { purpose: 'enrolment', subject })
}
