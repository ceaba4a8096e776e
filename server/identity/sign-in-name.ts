import type { ActionContext } from '../protocol/definitions.ts'
import type { AccountKind } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import type { Account } from './account.store.ts'
import { readFlow } from './flow.store.ts'
import { startFlow } from './start-flow.ts'
import { flowPlace } from './verification.ts'

/** The user name that the form of the sign-in shows. Kept in a flow of this browser, so that no address contains it. */
export type SignInName = Pick<Account, 'kind' | 'login'>

/** Long enough to sign in after choosing a password. */
const keptMinutes = 10

/** Keeps the user name of an account whose owner is known in this browser, until they have signed in. */
export async function keepSignInName(
  services: Pick<AccountServices, 'db'>,
  context: ActionContext,
  { kind, login }: Account,
): Promise<void> {
  await startFlow(services, context, {
    purpose: 'signInName',
    minutes: keptMinutes,
    subject: { kind, login } satisfies SignInName,
  })
}

/** Returns the kept user name, if it is one of these kinds. */
export async function keptSignInName(
  { db }: Pick<AccountServices, 'db'>,
  context: Pick<ActionContext, 'licensee' | 'client' | 'now'>,
  kinds: readonly AccountKind[],
): Promise<SignInName | undefined> {
  const flow = await readFlow<SignInName>(db, { ...flowPlace(context, 'signInName'), at: context.now() })
  return flow && kinds.includes(flow.subject.kind) ? flow.subject : undefined
}

/** Forgets it, once somebody has signed in. */
export function forgetSignInName({ client, session }: Pick<ActionContext, 'client' | 'session'>): void {
  if (client.flowId('signInName') !== undefined) session.keepFlow('signInName', undefined)
}
