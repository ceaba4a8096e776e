import Type from 'typebox'
import { action, type ActionDefinition } from '../../ui/definitions.ts'
import { Failure, InvalidInput } from '../../ui/failure.ts'
import { patientsAndGuardians } from '../../ui/guard.ts'
import { signedIn } from '../../ui/person.ts'
import { accountById, setPassword } from './account.store.ts'
import type { AccountTools } from './account-tools.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { longestPassword, NewPassword, passwordFault } from './password.rules.ts'

const codes = {
  '/CurrentPassword': { required: 'password.current' },
  '/NewPassword': { required: 'password.new' },
  '/ConfirmPassword': { required: 'password.confirm' },
}

/** Specification 2 §2.14 and §5. Every session of the account ends, this one too; the person signs in anew. */
export function changePasswordAction({ db, sessions }: AccountTools): ActionDefinition {
  return action({
    name: 'account.changePassword',
    about: 'Changes the own password',
    guard: patientsAndGuardians,
    codes,
    limit: { perAddress: 30 },
    input: Type.Object(
      {
        CurrentPassword: Type.String({ minLength: 1, maxLength: longestPassword }),
        NewPassword,
        ConfirmPassword: NewPassword,
      },
      { additionalProperties: false },
    ),
    run: async (context, { CurrentPassword, NewPassword: chosen, ConfirmPassword }) => {
      const { accountId } = signedIn(context)
      await context.takeTry(`changePassword:${accountId}`, { tries: 10, seconds: 600 })
      refuseWeak(chosen, ConfirmPassword)
      const account = await accountById(db, accountId)
      if (!account || !(await passwordMatches(account.passwordHash, CurrentPassword)))
        throw new Failure('password.currentWrong', { pointer: '/CurrentPassword' })
      await setPassword(db, { accountId, passwordHash: await hashPassword(chosen), at: context.now() })
      await context.session.signOut()
      await sessions.end({ accountId })
      return [
        { type: 'purge' },
        { type: 'refresh', what: 'shell' },
        { type: 'navigate', to: '/user/login', replace: true },
        { type: 'notify', tone: 'success', text: 'Password reset is successful.' },
      ]
    },
  })
}

function refuseWeak(chosen: string, repeated: string): void {
  const fault = passwordFault(chosen)
  if (fault === 'criteria') throw new InvalidInput([{ pointer: '/NewPassword', code: 'password.criteriaChange' }])
  if (fault === 'common') throw new InvalidInput([{ pointer: '/NewPassword', code: 'password.common' }])
  if (chosen !== repeated) throw new InvalidInput([{ pointer: '/ConfirmPassword', code: 'password.mismatchChange' }])
}
