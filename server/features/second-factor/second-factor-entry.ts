import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountOf, type Account } from '../../identity/account.store.ts'
import { enter, secondFactorRoute, type Waiting } from '../../identity/entering.ts'
import { countTry, endFlow, readFlow } from '../../identity/flow.store.ts'
import { provesByCode } from '../../identity/prove-again.ts'
import { sendSecurityNotice } from '../../identity/security-notice.ts'
import { codeDigits } from '../../identity/totp.ts'
import { triesText } from '../../identity/verification.rules.ts'
import { codeCodes, codeInput, flowPlace } from '../../identity/verification.ts'
import { routes } from '../../practice/routes.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { useRecoveryCode } from './recovery-codes.store.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { secondFactorEntryScreen, signInFirstScreen } from './second-factor-entry.screens.ts'
import { codeSchema } from './second-factor.actions.ts'

/**
 * Of one account, whichever way they belong to: beginning anew with the password gives no more guesses. Three codes of a
 * million count at a time, so that who has the password alone gets in with a chance of 0.015 % a day.
 */
const triesOfAccount = [
  { tries: 10, seconds: 600 },
  { tries: 50, seconds: 24 * 3600 },
]
const limit = { perAddress: 60 }

/** The second step of signing in, for whoever has a second factor; also where the practice offers it no more. */
export function secondFactorEntryPage(services: AccountServices, actions: SecondFactorEntryActions): ScreenDefinition {
  return screen({
    route: secondFactorRoute,
    about: 'The code besides the password',
    guard: anyone, // nobody is signed in yet: the flow that the right password began says who it is
    query: closed({ with: Type.Optional(Type.String({ maxLength: 20 })) }),
    actions: [actions.code.name, actions.recovery.name],
    load: async (context, { query }) => {
      const flow = await readFlow<Waiting>(services.db, { ...flowPlace(context, 'secondFactor'), at: context.now() })
      if (!flow) return signInFirstScreen(routes.signIn)
      return secondFactorEntryScreen({
        route: secondFactorRoute,
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
    guard: anyone,
    repeatable: true,
    limit,
    codes: codeCodes,
    input: codeInput(codeDigits),
    run: async (context, { code }) => {
      const { account, to } = await proveStep(services, context, {
        pointer: '/code',
        proves: (asked) => provesByCode(services, { account: asked, typed: code, at: context.now() }),
      })
      return enter(services, context, { account, to })
    },
  })
}

function recoveryAction(services: AccountServices): ActionDefinition {
  const { db } = services
  return action({
    name: 'account.enterRecoveryCode',
    about: 'Signs in with a recovery code, after the password',
    guard: anyone,
    repeatable: true,
    limit,
    codes: { '/recoveryCode': { required: 'secondFactor.recovery' } },
    input: closed({ recoveryCode: Type.String({ minLength: 1, maxLength: 60 }) }),
    run: async (context, { recoveryCode }) => {
      const at = context.now()
      const { account, to } = await proveStep(services, context, {
        pointer: '/recoveryCode',
        proves: ({ id }) => useRecoveryCode(db, { accountId: id, codeHash: recoveryCodeHash(id, recoveryCode), at }),
      })
      await sendSecurityNotice(services, context, { account, what: 'recoveryCodeUsed' })
      return enter(services, context, { account, to })
    },
  })
}

interface Step {
  pointer: string
  /** Uses up what proves it. */
  proves: (account: Account) => Promise<boolean>
}

/** Takes the second step of whoever has taken the first in this browser: once, and with five tries. */
async function proveStep(
  services: AccountServices,
  context: ActionContext,
  { pointer, proves }: Step,
): Promise<{ account: Account; to: string }> {
  const place = flowPlace(context, 'secondFactor')
  const { account, waiting } = await whoseStep(services, context)
  for (const tries of triesOfAccount) await context.takeTry(`secondFactor:${account.id}`, tries)
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
): Promise<{ account: Account; waiting: Waiting }> {
  const flow = await readFlow<Waiting>(db, { ...flowPlace(context, 'secondFactor'), at: context.now() })
  const account = flow && (await accountOf(db, flow.subject))
  // Whoever has turned it off meanwhile signs in anew as well.
  if (!flow || !account?.totpSecret) throw signInAgain(flow?.subject)
  context.trace.claimedIdentity = account.login
  return { account, waiting: flow.subject }
}

function signInAgain(waiting: Waiting | undefined): Failure {
  return new Failure('signIn.again', { status: 409, redirect: signInRoute(waiting) })
}

/** Administrators sign in elsewhere. */
function signInRoute(waiting: Waiting | undefined): string {
  return waiting?.to.startsWith('/admin/') ? routes.adminSignIn : routes.signIn
}
