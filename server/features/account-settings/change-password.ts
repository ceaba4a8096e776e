import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { homeOf } from '../../identity/account-home.ts'
import type { AccountServices } from '../../identity/account-services.ts'
import { accountById, setPassword } from '../../identity/account.store.ts'
import { refuseWeakPassword, replacingHash } from '../../identity/chosen-password.ts'
import { endFlowsOf } from '../../identity/flow.store.ts'
import { longestPassword, NewPassword } from '../../identity/password.rules.ts'
import { publishAccount } from '../../identity/publish-account.ts'
import { proofTryOf } from '../../identity/account-limits.ts'
import { sendSecurityNotice } from '../../identity/security-notice.ts'
import { action, type ActionDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { everyoneSignedIn } from '../../protocol/guard.ts'
import { signedIn } from '../../protocol/principal.ts'

const codes = {
  '/CurrentPassword': { required: 'password.current' },
  '/NewPassword': { required: 'password.new' },
  '/ConfirmPassword': { required: 'password.confirm' },
}

const places = {
  password: '/NewPassword',
  repeated: '/ConfirmPassword',
  criteria: 'password.criteriaChange',
  mismatch: 'password.mismatchChange',
}

/**
 * Specification 2 §2.14 and §5. Ends every session of the account, including this one; the person must sign in again.
 */
export function changePasswordAction(services: AccountServices): ActionDefinition {
  const { db, sessions, passwords } = services
  return action({
    name: 'account.changePassword',
    about: 'Changes the own password',
    ofAccount: true,
    guard: everyoneSignedIn,
    repeatable: true, // its response is not stored, so no hash of a password is stored with it
    codes,
    limit: { perAddress: 30 },
    input: closed({
      CurrentPassword: Type.String({ minLength: 1, maxLength: longestPassword }),
      NewPassword,
      ConfirmPassword: NewPassword,
    }),
    run: async (context, { CurrentPassword, NewPassword: chosen, ConfirmPassword }) => {
      const { accountId, kind } = signedIn(context)
      refuseWeakPassword(context, { password: chosen, repeated: ConfirmPassword, owner: signedIn(context) }, places)
      const counted = proofTryOf(services, context, accountId)
      await counted.take()
      const account = await accountById(db, accountId)
      if (!account || !(await passwords.matches(account.passwordHash, CurrentPassword)))
        throw new Failure('password.currentWrong', { pointer: '/CurrentPassword' })
      await counted.giveBack()
      const passwordHash = await replacingHash(services, account, { password: chosen, pointer: places.password })
      await db.transaction(async (tx) => {
        await setPassword(tx, { accountId, passwordHash, at: context.now() })
        await endFlowsOf(tx, accountId)
      })
      await publishAccount(services, context, accountId)
      await context.session.signOut()
      await sessions.end({ accountId })
      await sendSecurityNotice(services, context, { account, what: 'passwordChanged' })
      return [
        { type: 'purge' },
        { type: 'refresh', what: 'shell' },
        { type: 'navigate', to: homeOf({ kind }).signIn, replace: true },
        { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
      ]
    },
  })
}
