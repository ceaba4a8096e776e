import type { AccountServices } from '../../identity/account-services.ts'
import { todayAt } from '../../identity/today.ts'
import { paths } from '../../practice/paths.ts'
import { screen, feature } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import { forgotPasswordAction } from './recovery-password.ts'
import { recoveryPaths } from './recovery.paths.ts'
import { forgotUsernameAction } from './recovery-username.ts'
import { recoveryVerification } from './recovery-verification.ts'
import { recoveryMessages } from './recovery.messages.ts'
import { forgotPasswordScreen, forgotUsernameScreen } from './recovery.screens.ts'
import { resetPasswordMessages } from './reset-password.messages.ts'
import { NewPasswords } from './reset-password.inputs.ts'
import { resetPasswordActions, resetPasswordPages } from './reset-password.ts'

/** Recovery of a forgotten username or password (specification 1 §4, §5). */
export const recovery = feature('recovery', (services: AccountServices) => {
  const forgotUsername = forgotUsernameAction(services)
  const forgotPassword = forgotPasswordAction(services)
  const verification = recoveryVerification(services)
  const codes = Object.values(verification.actions)
  const reset = resetPasswordActions(services)
  return {
    messages: { ...recoveryMessages, ...resetPasswordMessages },
    actions: [forgotUsername, forgotPassword, ...codes, ...Object.values(reset)],
    forms: () => [verification.codeSchema, NewPasswords],
    screens: [
      screen({
        route: paths.forgotUsername.route,
        about: 'A forgotten username',
        guard: anyone,
        actions: [forgotUsername],
        load: (context) => forgotUsernameScreen(forgotUsername, todayAt(context)),
      }),
      screen({
        route: paths.forgotPassword.route,
        about: 'A forgotten password: who somebody is',
        guard: anyone,
        actions: [forgotPassword],
        load: (context) => forgotPasswordScreen(forgotPassword, todayAt(context)),
      }),
      screen({
        route: recoveryPaths.code.route,
        about: 'A forgotten password: a code to the email or the phone on record',
        guard: anyone,
        actions: codes,
        load: verification.load,
      }),
      ...resetPasswordPages(services, reset),
    ],
  }
})
