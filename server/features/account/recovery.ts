import { screen, type RoomPart } from '../../protocol/definitions.ts'
import { anyone } from '../../protocol/guard.ts'
import type { AccountTools } from './account-tools.ts'
import { recoveryCodeActions } from './recovery-verification.actions.ts'
import { loadRecoveryCode, recoveryCodeForm } from './recovery-verification.ts'
import { forgotPasswordAction, recoveryCodeRoute } from './recovery-password.ts'
import { forgotUsernameAction } from './recovery-username.ts'
import { recoveryMessages } from './recovery.messages.ts'
import { forgotPasswordScreen, forgotUsernameScreen } from './recovery.screens.ts'
import { todayAt } from './today.ts'
import { routes } from '../../practice/routes.ts'

/** What people do who forgot their username or their password (specification 1 §4, §5). */
export function recoveryPart(tools: AccountTools): RoomPart {
  const forgotUsername = forgotUsernameAction(tools)
  const forgotPassword = forgotPasswordAction(tools)
  const codes = recoveryCodeActions(tools)
  return {
    messages: recoveryMessages,
    actions: [forgotUsername, forgotPassword, ...Object.values(codes)],
    forms: [recoveryCodeForm],
    screens: [
      screen({
        route: routes.forgotUsername,
        about: 'A forgotten username',
        guard: anyone,
        actions: [forgotUsername.name],
        load: (context) => forgotUsernameScreen(forgotUsername, todayAt(context)),
      }),
      screen({
        route: routes.forgotPassword,
        about: 'A forgotten password: who somebody is',
        guard: anyone,
        actions: [forgotPassword.name],
        load: (context) => forgotPasswordScreen(forgotPassword, todayAt(context)),
      }),
      screen({
        route: recoveryCodeRoute,
        about: 'A forgotten password: a code to the e-mail or the phone on record',
        guard: anyone,
        actions: Object.values(codes).map(({ name }) => name),
        load: (context) => loadRecoveryCode(tools, context, codes),
      }),
    ],
  }
}
