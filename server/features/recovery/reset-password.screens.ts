import { NewPasswords } from './reset-password.inputs.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import { paths } from '../../practice/paths.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'

/** Where a new password leads: the pages of patients and guardians, or those of the staff. */
const places = {
  people: { signIn: paths.signIn(), startAgain: paths.forgotPassword() },
  staff: { signIn: paths.adminSignIn(), startAgain: paths.adminForgotPassword() },
} as const
export type Audience = keyof typeof places

interface ResetScreen {
  action: ActionDefinition
  audience: Audience
  username: string
  /** Those that must not make up most of the password. */
  words: readonly string[]
  /** What the form sends besides the passwords: the token of a link. */
  input?: { token: string; ofStaff?: true }
}

function frameFor(audience: Audience): Pick<ScreenBody, 'width' | 'chrome' | 'back'> {
  return {
    width: 'reading',
    ...(audience === 'staff' ? { chrome: 'plain' as const } : {}),
    back: { label: 'Sign in', to: places[audience].signIn },
  }
}

/** Specification 1 §2: the fields Password and Password2. */
export function resetPasswordScreen({ action, audience, username, words, input }: ResetScreen): ScreenBody {
  return {
    title: 'Reset password',
    ...frameFor(audience),
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
            ...(input ? { schema: NewPasswords, input } : {}),
            messages: passwordMessages,
            submitLabel: 'Reset password',
            busyText: 'Setting the new password',
            fields: newPasswordFields({ password: 'Password', repeated: 'Password2', label: 'New password', words }),
          }),
        ],
      },
    ],
  }
}

/** Shown without a valid grant. */
export function startAgainScreen({
  heading,
  words,
  audience = 'people',
}: {
  heading: string
  words: string
  audience?: Audience
}): ScreenBody {
  return {
    title: heading,
    ...frameFor(audience),
    blocks: [
      title(heading),
      { kind: 'notice', id: 'start-again', tone: 'warning', text: words },
      button('start-again-go', { text: 'Start again', style: 'primary', do: goTo(places[audience].startAgain) }),
    ],
  }
}
