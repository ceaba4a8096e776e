import type { Effect } from '../../../schemas/effect.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { endFlow, readFlow, type Flow } from '../../identity/flow.store.ts'
import type { CodeContacts } from '../../identity/verification-flow.ts'
import { flowPlace } from '../../identity/verification.ts'
import type { Services } from '../../services.ts'
import { paths } from '../../practice/paths.ts'
import type { Context } from '../../protocol/context.ts'
import type { ActionContext, ScreenBody } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'

export const purpose = 'signUp'
/** Navigates to the current step, so that screen readers announce it. */
export const toStep: Effect = { type: 'navigate', to: paths.signUp(), replace: true }

/** The steps after the record was found: choosing where the code goes, entering it, creating the account, the end. */
export type SignUpStep = 'choose' | 'code' | 'secure' | 'done'

/** The state of a sign-up; only masked values leave the server. */
export interface SignUp extends CodeContacts {
  patient: { id: string; emrId: string; firstName: string; lastName: string }
  /** The practice knows an account of an earlier portal. */
  hasEarlierAccount?: boolean
}

export interface SignUpServices extends Pick<Services, 'db' | 'emrOf' | 'outbox' | 'passwords' | 'log' | 'cipher'> {
  /** Returns the current screen, for a browser that shows another step. */
  fresh: (context: Context) => Promise<ScreenBody>
}

export function signUpOf(
  { db }: Pick<AccountServices, 'db'>,
  context: Pick<Context, 'licensee' | 'client' | 'now'>,
): Promise<Flow<SignUp> | undefined> {
  return readFlow<SignUp>(db, { ...flowPlace(context, purpose), at: context.now() })
}

/**
 * Returns this browser's sign-up if it is at one of these steps. Throws for any other step (security.md, attack cases).
 */
export async function signUpAt(
  services: SignUpServices,
  context: ActionContext,
  ...steps: SignUpStep[]
): Promise<Flow<SignUp>> {
  const flow = await signUpOf(services, context)
  if (!flow || !steps.some((step) => step === flow.step)) throw await notNow(services, context)
  context.trace.claimedIdentity = nameOf(flow.subject)
  return flow
}

export async function notNow({ fresh }: SignUpServices, context: ActionContext): Promise<Failure> {
  const screen = await fresh(context)
  const place = { route: paths.signUp.route, topics: [...context.trace.topics] }
  return new Failure('signUp.step', { status: 409, screen, place })
}

export async function endSignUp({ db }: Pick<AccountServices, 'db'>, context: ActionContext): Promise<void> {
  await endFlow(db, flowPlace(context, purpose))
  context.session.keepFlow(purpose, undefined)
}

function nameOf({ patient }: SignUp): string {
  return `${patient.firstName} ${patient.lastName}`
}
