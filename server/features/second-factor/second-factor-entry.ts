import Type from 'typebox'
import { secondFactorKey, secondFactorTries } from '../../identity/account-limits.ts'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountOf, type Account } from '../../identity/account.store.ts'
import { completeSignIn, type PendingSignIn } from '../../identity/complete-sign-in.ts'
import { choosePatient } from '../../identity/complete-sign-in.dialogs.ts'
import { countTry, endFlow, readFlow } from '../../identity/flow.store.ts'
import { provesByCode } from '../../identity/prove-again.ts'
import { codeDigits } from '../../identity/totp.ts'
import { triesText } from '../../identity/verification.rules.ts'
import { codeCodes, codeInput, flowPlace } from '../../identity/verification.ts'
import { adminPages, paths } from '../../practice/paths.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { secondFactorEntryScreen, signInFirstScreen } from './second-factor-entry.screens.ts'
import { codeSchema } from './second-factor.actions.ts'
import { spendRecoveryCode } from './spend-recovery-code.ts'

const limit = { perAddress: 60 }

/** The second step of signing in, for accounts with a second factor, even if the practice no longer offers it. */
export function secondFactorEntryPage(services: AccountServices, actions: SecondFactorEntryActions): ScreenDefinition {
  return screen({
    route: paths.secondFactor.route,
    about: 'The code besides the password',
    guard: anyone, // nobody is signed in yet: the flow started by the right password identifies the person
    query: closed({ with: Type.Optional(Type.String({ maxLength: 20 })) }),
    actions: [actions.code, actions.recovery],
    load: async (context, { query }) => {
      const flow = await readFlow<PendingSignIn>(services.db, {
        ...flowPlace(context, 'secondFactor'),
        at: context.now(),
      })
      if (!flow) return signInFirstScreen(paths.signIn())
      return secondFactorEntryScreen({
        route: paths.secondFactor.route,
        signIn: signInRoute(flow.subject),
        withRecovery: query.with === 'recovery',
        actions,
        codeSchema,
      })
    },
  })
}

export type SecondFactorEntryActions = Record<'code' | 'recovery', ActionDefinition>

export function secondFactorEntryActions(services: AccountServices): SecondFactorEntryActions {
  return { code: codeAction(services), recovery: recoveryAction(services) }
}

function codeAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.enterCode',
    about: 'Signs in with a code of the authenticator app, after the password',
    actions: [choosePatient],
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    limit,
    codes: codeCodes,
    input: codeInput(codeDigits),
    run: async (context, { code }) => {
      const { account, to } = await proveStep(services, context, {
        pointer: '/code',
        proves: (account) => provesByCode(services, { account, typed: code, at: context.now() }),
      })
      return completeSignIn(services, context, { account, to })
    },
  })
}

function recoveryAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.enterRecoveryCode',
    about: 'Signs in with a recovery code, after the password',
    actions: [choosePatient],
    ofAccount: true,
    guard: anyone,
    repeatable: true,
    limit,
    codes: { '/recoveryCode': { required: 'secondFactor.recovery' } },
    input: closed({ recoveryCode: Type.String({ minLength: 1, maxLength: 60 }) }),
    run: async (context, { recoveryCode }) => {
      const { account, to } = await proveStep(services, context, {
        pointer: '/recoveryCode',
        proves: ({ id }) => spendRecoveryCode(services, context, { accountId: id, typed: recoveryCode }),
      })
      return completeSignIn(services, context, { account, to })
    },
  })
}

interface Step {
  pointer: string
  /** Checks the proof and uses it up. */
  proves: (account: Account) => Promise<boolean>
}

/** Completes the second step of this browser's sign-in: once, with at most five tries. */
async function proveStep(
  services: AccountServices,
  context: ActionContext,
  { pointer, proves }: Step,
): Promise<{ account: Account; to: string }> {
  const place = flowPlace(context, 'secondFactor')
  const { account, waiting } = await whoseStep(services, context)
  for (const tries of secondFactorTries) await context.takeTry(secondFactorKey(account.id), tries)
  const left = await countTry(services.db, { ...place, at: context.now() })
  if (left === undefined) throw signInAgain(waiting)
  if (!(await proves(account))) {
    if (left > 0) throw new Failure('secondFactor.wrong', { pointer, clear: true, params: { left: triesText(left) } })
    await endFlow(services.db, place)
    throw new Failure('secondFactor.over', { status: 409, redirect: signInRoute(waiting) })
  }
  if (!(await endFlow(services.db, place))) throw signInAgain(waiting)
  context.session.keepFlow('secondFactor', undefined)
  return { account, to: waiting.to }
}

async function whoseStep(
  { db }: AccountServices,
  context: ActionContext,
): Promise<{ account: Account; waiting: PendingSignIn }> {
  const flow = await readFlow<PendingSignIn>(db, { ...flowPlace(context, 'secondFactor'), at: context.now() })
  const account = flow && (await accountOf(db, flow.subject))
  // If the second factor was turned off meanwhile, the person must sign in again, too.
  if (!flow || !account?.totpSecret) throw signInAgain(flow?.subject)
  context.trace.claimedIdentity = account.login
  return { account, waiting: flow.subject }
}

function signInAgain(waiting: PendingSignIn | undefined): Failure {
  return new Failure('signIn.again', { status: 409, redirect: signInRoute(waiting) })
}

/** Administrators have their own sign-in screen. */
function signInRoute(waiting: PendingSignIn | undefined): string {
  return adminPages.some((page) => waiting?.to.startsWith(page)) ? paths.adminSignIn() : paths.signIn()
}
