import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountById, type Account } from '../../identity/account.store.ts'
import { choosePatient } from '../../identity/complete-sign-in.dialogs.ts'
import { completeSignIn } from '../../identity/complete-sign-in.ts'
import { startFlow } from '../../identity/start-flow.ts'
import { takeChallenge } from '../../identity/passkey-challenge.ts'
import { safeNext } from '../../identity/safe-next.ts'
import { adminPages, paths, patientPages } from '../../practice/paths.ts'
import { action, type ActionContext, type ActionDefinition, type Named } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { requestOptions, UsedCredential, verifyUsed, partyAt } from '../../identity/passkey-ceremony.ts'
import { notePasskeyUse, passkeyById, type Passkey } from '../../identity/passkeys.store.ts'
import { passkeySignInOffered, passkeysWorkFor } from './passkeys.rules.ts'

const Next = Type.Optional(Type.String({ maxLength: 2000 }))
const limit = { perAddress: 60 }

export interface PasskeySignIn {
  options: ActionDefinition
  signIn: ActionDefinition
}

/** Signs in with a passkey. It proves possession and identity, so no second factor is needed. */
export function passkeySignInActions(services: AccountServices): PasskeySignIn {
  const signIn = signInAction(services)
  return { options: optionsAction(services, signIn), signIn }
}

function optionsAction(services: AccountServices, signIn: Named): ActionDefinition {
  return action({
    name: 'account.passkeySignInOptions',
    about: 'Begins to sign in with a passkey',
    actions: [signIn],
    ofAccount: true,
    guard: anyone,
    offered: passkeySignInOffered,
    repeatable: true,
    limit,
    input: closed({ next: Next }),
    run: async (context, { next }) => {
      const options = await requestOptions(partyAt(context))
      await startFlow(services, context, {
        purpose: 'passkey',
        step: 'signIn',
        subject: { challenge: options.challenge },
      })
      return [
        {
          type: 'credential',
          mode: 'get',
          options: { ...options },
          action: signIn.name,
          ...(next ? { input: { next } } : {}),
        },
      ]
    },
  })
}

function signInAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.passkeySignIn',
    about: 'Signs a person in with a passkey',
    actions: [choosePatient],
    ofAccount: true,
    guard: anyone,
    offered: passkeySignInOffered,
    repeatable: true,
    limit,
    input: closed({ credential: UsedCredential, next: Next }),
    run: async (context, { credential, next }) => {
      const party = partyAt(context)
      const begun = await takeChallenge(services.db, context, 'signIn')
      if (!begun) throw new Failure('signIn.again', { status: 409, redirect: paths.signIn() })
      const { account, passkey } = await whoseIs(services, context, credential.id)
      const use = await verifyUsed({ party, challenge: begun.challenge, passkey }, credential).catch(
        (cause: unknown) => {
          throw new Failure('passkey.notAccepted', { cause })
        },
      )
      if (!(await notePasskeyUse(services.db, { id: passkey.id, ...use, at: context.now() })))
        throw new Failure('passkey.notAccepted')
      return completeSignIn(services, context, { account, to: pageOf(account, next), by: 'passkey' })
    },
  })
}

/**
 * Returns the account of a passkey. The error is the same for an unknown passkey, another practice's, one that is
 * switched off for this kind of account, and a disabled account.
 */
async function whoseIs(
  { db }: AccountServices,
  context: ActionContext,
  id: string,
): Promise<{ account: Account; passkey: Passkey }> {
  const passkey = await passkeyById(db, id)
  const account = passkey && (await accountById(db, passkey.accountId))
  if (!account || account.licenseeId !== context.licensee.id) throw new Failure('passkey.notAccepted')
  if (!passkeysWorkFor(context, account.kind)) throw new Failure('passkey.notAccepted')
  context.trace.claimedIdentity = account.login
  return { account, passkey }
}

function pageOf({ kind }: Account, next: string | undefined): string {
  return kind === 'admin'
    ? safeNext(next, { under: adminPages, fallback: paths.adminDashboard() })
    : safeNext(next, { under: patientPages, fallback: paths.dashboard() })
}
