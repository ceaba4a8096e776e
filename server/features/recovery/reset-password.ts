import { closed } from '../../../schemas/base.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountOf, loginKey, setPassword, type Account } from '../../identity/account.store.ts'
import { chosenPasswordHash } from '../../identity/chosen-password.ts'
import type { ResetGrant } from '../../identity/complete-sign-in.ts'
import { endFlow, endFlowsOf, readFlow } from '../../identity/flow.store.ts'
import { NewPassword } from '../../identity/password.rules.ts'
import { securityMessage } from '../../identity/security-notice.ts'
import { flowPlace } from '../../identity/verification.ts'
import type { OutboxMessage } from '../../outbox/outbox.ts'
import { paths } from '../../practice/paths.ts'
import {
  action,
  screen,
  type ActionContext,
  type ActionDefinition,
  type ScreenDefinition,
} from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { anyone } from '../../protocol/guard.ts'
import { resetPasswordMessages } from './reset-password.messages.ts'
import { resetPasswordScreen, startAgainScreen } from './reset-password.screens.ts'

type Place = Pick<ActionContext, 'licensee' | 'client' | 'now'>

/** Sets a new password with a grant: from the right code, or from the old password at a forced reset. */
export function resetPasswordPage(services: AccountServices, resetPassword: ActionDefinition): ScreenDefinition {
  return screen({
    route: paths.resetPassword.route,
    about: 'A new password, after the right code or the old password',
    guard: anyone, // nobody is signed in: the grant in this browser identifies the account
    actions: [resetPassword],
    load: async (context) => {
      const account = await grantOf(services, context)
      return account ? resetPasswordScreen(resetPassword, account.login) : overScreen
    },
  })
}

const overScreen = startAgainScreen({ heading: 'Reset password', words: resetPasswordMessages['reset.over'] })

function isOver(context: ActionContext): Failure {
  const place = { route: paths.resetPassword.route, topics: [...context.trace.topics] }
  return new Failure('reset.over', { status: 409, screen: overScreen, place })
}

async function grantOf({ db }: AccountServices, context: Place): Promise<Account | undefined> {
  const grant = await readFlow<ResetGrant>(db, { ...flowPlace(context, 'reset'), at: context.now() })
  return grant && accountOf(db, grant.subject)
}

/** Sets the password and ends all sessions of the account. */
export function resetPasswordAction(services: AccountServices): ActionDefinition {
  return action({
    name: 'account.resetPassword',
    about: 'Sets a new password, once for each grant',
    ofAccount: true,
    guard: anyone,
    codes: { '/Password': { required: 'password.required' }, '/Password2': { required: 'password.confirmRequired' } },
    // Its response is not stored: the fast hash of the input, stored with it, would allow guessing the password.
    repeatable: true,
    limit: { perAddress: 30 },
    input: closed({ Password: NewPassword, Password2: NewPassword }),
    run: async (context, { Password, Password2 }) => {
      const account = await grantOf(services, context)
      if (!account) throw isOver(context)
      context.trace.claimedIdentity = account.login
      const passwordHash = await chosenPasswordHash(services.passwords, { Password, Password2 })
      const message = await securityMessage(services, context, { account, what: 'passwordChanged' })
      await changeOnce(services, context, { account, passwordHash, message })
      if (context.principal) await context.session.signOut()
      await services.sessions.end({ accountId: account.id })
      context.session.keepFlow('reset', undefined)
      // The reset proves the owner's identity, so failed tries from other browsers must not lock this one out.
      context.session.rememberIdentity(loginKey(account.login))
      return [
        { type: 'purge' },
        { type: 'refresh', what: 'shell' },
        { type: 'navigate', to: account.kind === 'admin' ? paths.adminSignIn() : paths.signIn(), replace: true },
        { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
      ]
    },
  })
}

/**
 * Uses up the grant and ends all other flows of the account. Throws when another request was faster. Locks the account
 * first, so that two grants of one account always wait in the same order.
 */
function changeOnce(
  { db, outbox }: AccountServices,
  context: ActionContext,
  { account, passwordHash, message }: { account: Account; passwordHash: string; message: OutboxMessage | undefined },
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await setPassword(tx, { accountId: account.id, passwordHash, at: context.now() }))) throw isOver(context)
    if (!(await endFlow(tx, flowPlace(context, 'reset')))) throw isOver(context)
    await endFlowsOf(tx, account.id)
    if (message) await outbox.enqueue(tx, message)
  })
}
