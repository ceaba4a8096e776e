import type { Effect } from '../../schemas/effect.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import { personTopic, type ActingPrincipal, type AdminPrincipal, type SignedIn } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import { loginKey, patientsOf, proofOf, type Account, type Proof } from './account.store.ts'
import { chooserDialog, forcedResetDialog } from './entering.dialogs.ts'
import { beginFlow, endFlow, type FlowPurpose } from './flow.store.ts'

export const secondFactorRoute = '/user/login/code'

export interface Entry {
  account: Account
  /** Where the person wants to go: a path of this portal. */
  to: string
}

/** What a way remembers of somebody who has proven their password, and is not in yet. */
export interface Waiting extends Proof {
  to: string
  /** Names the session of whoever is in and goes to another patient; the way ends with it. */
  within?: string
}

/** What a single-use grant to set a new password says (security.md). */
export type ResetGrant = Proof

/** What follows the right password: the second factor where there is one, then the rest. */
export async function enterByPassword(
  services: AccountServices,
  context: ActionContext,
  { account, to }: Entry,
): Promise<Effect[]> {
  if (!account.totpSecret) return enter(services, context, { account, to })
  await begin(services, context, { purpose: 'secondFactor', subject: { ...proofOf(account), to } satisfies Waiting })
  return [{ type: 'navigate', to: secondFactorRoute, replace: true }]
}

/** What follows the whole proof (specification 1 §4): a forced reset, the choice of a patient, or the session itself. */
export async function enter(
  services: AccountServices,
  context: ActionContext,
  { account, to }: Entry,
): Promise<Effect[]> {
  if (account.mustReset) {
    await begin(services, context, { purpose: 'reset', subject: proofOf(account) satisfies ResetGrant })
    return [{ type: 'open', dialog: forcedResetDialog() }]
  }
  if (account.kind === 'admin') return welcome(context, { principal: adminOf(account), to })
  const [patient, ...others] = await patientsOf(services.db, { accountId: account.id, at: context.now() })
  if (!patient) throw new Failure('signIn.invalid') // nobody left to act for
  if (others.length === 0) return welcome(context, { principal: actingFor(patient, { account }), to })
  await beginChoice(services, context, { ...proofOf(account), to })
  return [{ type: 'open', dialog: chooserDialog([patient, ...others]) }]
}

/** Ends as a session that nobody uses does (specification 1 §9): whoever comes to the browser later must not choose. */
const choiceMinutes = 10

export async function beginChoice(services: AccountServices, context: ActionContext, subject: Waiting): Promise<void> {
  await begin(services, context, { purpose: 'chooser', minutes: choiceMinutes, subject })
}

/** Begins the session: the earlier screens of this browser are dropped, whoever they were about. */
export async function welcome(
  context: ActionContext,
  { principal, to }: { principal: SignedIn; to: string },
): Promise<Effect[]> {
  await context.session.signIn(principal)
  context.session.rememberIdentity(loginKey(principal.login))
  context.publish([personTopic(principal, 'sessions')])
  return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
}

type Patient = Awaited<ReturnType<typeof patientsOf>>[number]

function adminOf(account: Account): AdminPrincipal {
  return { ...holderOf(account), kind: 'admin' }
}

/** `several`: the account acts for other patients too. */
export function actingFor(
  { patientId, emrId, firstName, lastName, scope, endsAt }: Patient,
  { account, several = false }: { account: Account; several?: boolean },
): ActingPrincipal {
  return {
    ...holderOf(account),
    kind: account.kind === 'patient' ? 'patient' : 'guardian',
    patient: { id: patientId, emrId, firstName, lastName },
    ...(several ? { several } : {}),
    ...(scope ? { scope } : {}),
    ...(endsAt ? { until: endsAt.toISOString() } : {}),
  }
}

function holderOf(account: Account) {
  const { login, firstName, lastName } = account
  return { ...proofOf(account), login, firstName, lastName }
}

/** Begins a flow of several steps in this browser; an earlier one of that purpose is over. */
export async function begin(
  { db }: Pick<AccountServices, 'db'>,
  context: ActionContext,
  { purpose, step = 'begun', ...rest }: { purpose: FlowPurpose; step?: string; subject: object; minutes?: number },
): Promise<string> {
  const licenseeId = context.licensee.id
  await endFlow(db, { licenseeId, purpose, id: context.client.flowId(purpose) })
  const id = await beginFlow(db, { licenseeId, purpose, step, at: context.now(), ...rest })
  context.session.keepFlow(purpose, id)
  return id
}
