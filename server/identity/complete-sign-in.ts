import type { Effect } from '../../schemas/effect.ts'
import { signedIn } from '../practice/extension-points.ts'
import { staffPatientTopic } from '../practice/patient-page.ts'
import { paths } from '../practice/paths.ts'
import { staffAccessSettings } from '../practice/staff-access.settings.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import { Failure } from '../protocol/failure.ts'
import { protectRoute } from '../protocol/guard.ts'
import { personTopic, type AdminPrincipal, type SignedIn } from '../protocol/principal.ts'
import type { AccountServices } from './account-services.ts'
import { loginKey, patientsOf, proofOf, type Account, type Proof } from './account.store.ts'
import { chooserDialog, forcedResetDialog } from './complete-sign-in.dialogs.ts'
import { colorsOf } from '../practice/patient-colors.ts'
import { beginEnrolment } from './enrolment.ts'
import { passkeysOf } from './passkeys.store.ts'
import { forgetSignInName } from './sign-in-name.ts'
import { startFlow } from './start-flow.ts'

export interface ProvenAccount {
  account: Account
  /** The path of this portal to open after signing in. */
  to: string
  /** What proved it; default a password, with a code where the account has an authenticator app. */
  by?: 'passkey'
}

/** The state of a sign-in whose password is proven, but which is not complete. */
export interface PendingSignIn extends Proof {
  to: string
  /** The session of a signed-in person who switches to another patient; the flow ends with it. */
  within?: string
}

/** The content of a single-use grant to set a new password (security.md). */
export type ResetGrant = Proof

/** Continues a sign-in after the right password: the second factor if there is one, then the rest. */
export async function continueAfterPassword(
  services: AccountServices,
  context: ActionContext,
  { account, to }: ProvenAccount,
): Promise<Effect[]> {
  if (!account.totpSecret) return completeSignIn(services, context, { account, to })
  await startFlow(services, context, {
    purpose: 'secondFactor',
    subject: { ...proofOf(account), to } satisfies PendingSignIn,
  })
  return [{ type: 'navigate', to: paths.secondFactor(), replace: true }]
}

/**
 * Completes a sign-in after all proofs (specification 1 §4): a forced reset, the choice of a patient, or the session.
 */
export async function completeSignIn(
  services: AccountServices,
  context: ActionContext,
  { account, to, by }: ProvenAccount,
): Promise<Effect[]> {
  if (account.mustReset) {
    await startFlow(services, context, { purpose: 'reset', subject: proofOf(account) satisfies ResetGrant })
    return [{ type: 'open', dialog: forcedResetDialog({ isOneTime: account.passwordEndsAt !== null }) }]
  }
  if (account.kind === 'admin') return startStaffSession(services, context, { account, to, by })
  const [patient, ...others] = await patientsOf(services.db, { accountId: account.id, at: context.now() })
  if (!patient) throw new Failure('signIn.invalid') // the account acts for no patient any longer
  if (others.length === 0)
    return startSession(services, context, { principal: actingFor(patient, { account, among: [patient] }), to })
  await startPatientChoice(services, context, { ...proofOf(account), to })
  return [{ type: 'open', dialog: chooserDialog([patient, ...others]) }]
}

/**
 * The idle time of a session (specification 1 §9), so that another user of the browser cannot make the choice later.
 */
const choiceMinutes = 10

export async function startPatientChoice(
  services: AccountServices,
  context: ActionContext,
  subject: PendingSignIn,
): Promise<void> {
  await startFlow(services, context, { purpose: 'chooser', minutes: choiceMinutes, subject })
}

/** Starts the session. The browser drops all earlier screens, because they may be of another person. */
export async function startSession(
  { uses }: Pick<AccountServices, 'uses'>,
  context: ActionContext,
  { principal, to }: { principal: SignedIn; to: string },
): Promise<Effect[]> {
  await context.session.signIn(principal)
  context.session.rememberIdentity(loginKey(principal.login))
  forgetSignInName(context)
  context.publish([personTopic(principal, 'sessions')])
  if (principal.kind !== 'admin') {
    const { licensee, trace } = context
    // The page shows the last sign-in from the audit log.
    trace.publishedOnceNoted.add(staffPatientTopic({ licenseeId: licensee.id, patientId: principal.patient.id }))
    for (const hear of uses(signedIn)) await hear(context, principal)
  }
  return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
}

/**
 * A passkey proves what a password and a code do. Where the practice wants a second factor and the account has none, the
 * session is for setting it up only; one with passkeys needs one of them. Throws the Failure `signIn.usePasskey`.
 */
async function startStaffSession(
  services: AccountServices,
  context: ActionContext,
  { account, to, by }: ProvenAccount,
): Promise<Effect[]> {
  const principal = adminOf(account)
  const isProven = by === 'passkey' || account.totpSecret !== null
  if (isProven || !context.setting(staffAccessSettings.Staff_Second_Factor))
    return startSession(services, context, { principal, to })
  if ((await passkeysOf(services.db, account.id)).length > 0) throw new Failure('signIn.usePasskey')
  await beginEnrolment(services, context, { accountId: account.id, to })
  return startSession(services, context, { principal: { ...principal, unprotected: true }, to: protectRoute })
}

type Patient = Awaited<ReturnType<typeof patientsOf>>[number]

/** Also of a member of the staff who ends a view of a record. */
export function adminOf(account: Account): AdminPrincipal {
  return { ...holderOf(account), kind: 'admin', roles: account.staffRoles ?? [] }
}

/** `among`: all patients for whom the account acts, the patient included. */
export function actingFor(
  { patientId, emrId, firstName, lastName, relation, scope, endsAt }: Patient,
  { account, among }: { account: Account; among: readonly Pick<Patient, 'patientId'>[] },
): Exclude<SignedIn, AdminPrincipal> {
  const colors = colorsOf(among.map((each) => each.patientId))
  return {
    ...holderOf(account),
    kind: account.kind === 'patient' ? 'patient' : 'guardian',
    patient: { id: patientId, emrId, firstName, lastName },
    ...(account.kind === 'guardian' ? { relation: relationWords(relation), color: colors.get(patientId) } : {}),
    ...(among.length > 1 ? { several: true } : {}),
    ...(scope ? { scope } : {}),
    ...(endsAt ? { until: endsAt.toISOString() } : {}),
  }
}

/** `Other` says nothing; what lets the person act is that they are a guardian. */
function relationWords(relation: string): string {
  return relation === 'Other' ? 'guardian' : relation.toLowerCase()
}

function holderOf(account: Account) {
  const { login, firstName, lastName } = account
  return { ...proofOf(account), login, firstName, lastName }
}
