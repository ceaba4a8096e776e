import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import { paths } from '../../practice/paths.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'

/** Specification 1 §2: the fields Password and Password2. */
export function resetPasswordScreen(action: ActionDefinition, username: string): ScreenBody {
  return {
    title: 'Reset password',
    width: 'reading',
    back: { label: 'Sign in', to: paths.signIn() },
    blocks: [
      title('Reset password'),
      text('reset-lead', 'Choose a new password. You will be signed out everywhere.', 'lead'),
      {
        kind: 'section',
        id: 'reset-card',
        card: true,
        blocks: [
          form({
            id: 'reset-password',
            username,
            action,
            messages: passwordMessages,
            submitLabel: 'Reset password',
            busyText: 'Setting the new password',
            fields: newPasswordFields({ password: 'Password', repeated: 'Password2', label: 'New password' }),
          }),
        ],
      },
    ],
  }
}

/** Shown without a valid grant. */
export function startAgainScreen({ heading, words }: { heading: string; words: string }): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    back: { label: 'Sign in', to: paths.signIn() },
    blocks: [
      title(heading),
      { kind: 'notice', id: 'start-again', tone: 'warning', text: words },
      button('start-again-go', { text: 'Start again', style: 'primary', do: goTo(paths.forgotPassword()) }),
    ],
  }
}
