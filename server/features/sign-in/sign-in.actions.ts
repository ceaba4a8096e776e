import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { adminSignInTries, signInTries } from '../../identity/account-limits.ts'
import { accountOf, loginKey, patientsOf } from '../../identity/account.store.ts'
import { chooserDialog, choosePatient, switchPatient } from '../../identity/complete-sign-in.dialogs.ts'
import {
  actingFor,
  startPatientChoice,
  continueAfterPassword,
  type PendingSignIn,
  startSession,
} from '../../identity/complete-sign-in.ts'
import { endFlow, readFlow } from '../../identity/flow.store.ts'
import { safeNext } from '../../identity/safe-next.ts'
import { endOwnFlows } from '../../identity/start-flow.ts'
import { flowPlace } from '../../identity/verification.ts'
import { signingOut } from '../../practice/extension-points.ts'
import { adminPages, paths, patientPages } from '../../practice/paths.ts'
import { sessionActions } from '../../practice/session-actions.ts'
import { action, type ActionContext, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone, everyoneInSession, guardians } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'
import { OneLine } from '../../protocol/typed-values.ts'
import type { Services } from '../../services.ts'
import { provePassword, type ProveServices } from './prove-password.ts'

const Name = OneLine(200)
const Password = Type.String({ minLength: 1, maxLength: 200 })
const Next = Type.Optional(Type.String({ maxLength: 2000 }))
const limit = {
  perAddress: 60,
  ...signInTries.limit,
  identity: ({ Username }: { Username: string }) => loginKey(Username),
}
const codes = { '/Username': { required: 'signIn.username' }, '/Password': { required: 'signIn.password' } }
const nothing = closed({})

export type SignInServices = AccountServices & ProveServices & Pick<Services, 'uses' | 'index'>

export interface AccountActions {
  signIn: ActionDefinition
  adminSignIn: ActionDefinition
  choose: ActionDefinition
  switchPatient: ActionDefinition
  signOut: ActionDefinition
  stay: ActionDefinition
}

export function accountActions(services: SignInServices): AccountActions {
  return {
    signIn: signInAction(services),
    adminSignIn: adminSignInAction(services),
    choose: chooseAction(services),
    switchPatient: switchAction(services),
    signOut: signOutAction(services),
    stay,
  }
}

function signInAction(services: SignInServices): ActionDefinition {
  return action({
    name: signInTries.name,
    about: 'Signs a patient or guardian in',
    actions: [choosePatient],
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    limit,
    codes,
    input: closed({ Username: Name, Password, IsGuardian: Type.Optional(Type.Boolean()), next: Next }),
    run: async (context, { Username, Password, IsGuardian = false, next }) => {
      context.trace.claimedIdentity = Username
      const [kind, otherKind] = IsGuardian ? (['guardian', 'patient'] as const) : (['patient', 'guardian'] as const)
      const account = await provePassword(services, context, {
        name: signInTries.name,
        login: Username,
        password: Password,
        kind,
        otherKind,
      })
      return continueAfterPassword(services, context, {
        account,
        to: safeNext(next, { under: patientPages, fallback: paths.dashboard() }),
      })
    },
  })
}

function adminSignInAction(services: SignInServices): ActionDefinition {
  return action({
    name: adminSignInTries.name,
    about: 'Signs an administrator of the practice in',
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    limit,
    codes,
    input: closed({ Username: Name, Password, next: Next }),
    run: async (context, { Username, Password, next }) => {
      context.trace.claimedIdentity = Username
      const account = await provePassword(services, context, {
        name: adminSignInTries.name,
        login: Username,
        password: Password,
        kind: 'admin',
      })
      return continueAfterPassword(services, context, {
        account,
        to: safeNext(next, { under: adminPages, fallback: paths.adminDashboard() }),
      })
    },
  })
}

/** The last step of signing in for accounts that act for several patients. */
function chooseAction(services: AccountServices): ActionDefinition {
  const { db } = services
  return action({
    name: choosePatient.name,
    about: 'Opens the account of one of the patients whom a person may act for',
    ofAccount: true,
    guard: anyone, // nobody is signed in yet: the flow started by the right password identifies the person
    repeatable: true,
    input: closed({ patient: Type.String({ maxLength: 40 }) }),
    run: async (context, { patient: chosenId }) => {
      const place = flowPlace(context, 'chooser')
      const at = context.now()
      const flow = await readFlow<PendingSignIn>(db, { ...place, at })
      const account = flow && isWithin(flow.subject, context) && (await accountOf(db, flow.subject))
      if (!account) throw new Failure('signIn.again', { status: 409, redirect: paths.signIn() })
      const patients = await patientsOf(db, { accountId: account.id, at })
      const patient = patients.find(({ patientId }) => patientId === chosenId)
      if (!patient) throw new Failure('access.denied', { status: 403 })
      if (!(await endFlow(db, place))) throw new Failure('signIn.again', { status: 409, redirect: paths.signIn() })
      context.session.keepFlow('chooser', undefined)
      return startSession(services, context, {
        principal: actingFor(patient, { account, among: patients }),
        to: flow.subject.to,
      })
    },
  })
}

function isWithin({ within }: PendingSignIn, { client }: ActionContext): boolean {
  return within === undefined || within === client.sessionHash
}

/** Switches to another patient of the same account without a new proof of identity. */
function switchAction(services: AccountServices): ActionDefinition {
  const { db } = services
  return action({
    name: switchPatient.name,
    about: 'Asks which patient a guardian wants to act for, or switches to the one of a link',
    actions: [choosePatient],
    ofAccount: true,
    guard: guardians,
    repeatable: true,
    input: closed({ patient: Type.Optional(Type.String({ maxLength: 40 })), to: Next }),
    run: async (context, { patient: requested, to }) => {
      const { accountId, passwordVersion = 0 } = signedIn(context)
      const patients = await patientsOf(db, { accountId, at: context.now() })
      if (requested !== undefined) {
        const account = await accountOf(db, { accountId, passwordVersion })
        const patient = patients.find(({ patientId }) => patientId === requested)
        if (!account || !patient) throw new Failure('access.denied', { status: 403 })
        return startSession(services, context, {
          principal: actingFor(patient, { account, among: patients }),
          to: safeNext(to, { under: patientPages, fallback: paths.dashboard() }),
        })
      }
      const within = context.client.sessionHash
      await startPatientChoice(services, context, { accountId, passwordVersion, to: paths.dashboard(), within })
      return [{ type: 'open', dialog: chooserDialog(patients) }]
    },
  })
}

/** The landing page, or the sign-in screen when a session has expired (specification 1 §4; for guests 2 §2.6). */
const Whither = closed({
  to: Type.Optional(
    Type.Union([
      Type.Literal(paths.signIn.route),
      Type.Literal(paths.adminSignIn.route),
      Type.Literal(paths.guestLogin.route),
    ]),
  ),
})

function signOutAction(services: SignInServices): ActionDefinition {
  return action({
    name: sessionActions.signOut.name,
    about: 'Ends the session',
    forViewers: true,
    ofAccount: true,
    guard: anyone, // an expired session must reach the landing page, too
    repeatable: true,
    input: Whither,
    run: async (context, { to = '/' }) => {
      if (context.principal) {
        for (const hear of services.uses(signingOut)) await hear(context)
        await context.session.signOut()
      }
      await endOwnFlows(services, context)
      context.session.forgetPages()
      return [{ type: 'purge' }, { type: 'refresh', what: 'shell' }, { type: 'navigate', to, replace: true }]
    },
  })
}

const stay = action({
  name: sessionActions.stay.name,
  about: 'Keeps the session of a person who was idle',
  forViewers: true,
  ofAccount: true,
  guard: everyoneInSession,
  repeatable: true,
  input: nothing,
  run: () => [{ type: 'close' }],
})
