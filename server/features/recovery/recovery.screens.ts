import type { Block } from '../../../schemas/blocks.ts'
import { signInMessages } from '../../identity/sign-in.messages.ts'
import { paths } from '../../practice/paths.ts'
import { form, link, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { birthDayField, fieldRow, type FormField } from '../../protocol/form-fields.ts'
import { recoveryMessages } from './recovery.messages.ts'

const toSignIn = { label: 'Sign in', to: paths.signIn() } as const
const birthDay = (today: string) =>
  birthDayField({ name: 'PatientDOB', label: 'Date of birth', autocomplete: 'bday' }, today)
const email: FormField = { name: 'PatientEmail', label: 'Email', widget: 'email', autocomplete: 'email' }

/** Specification 1 §2: first name, last name, date of birth, email. */
export function forgotUsernameScreen(action: ActionDefinition, today: string): ScreenBody {
  return {
    title: 'Forgot Username',
    width: 'reading',
    back: toSignIn,
    blocks: [
      title('Forgot Username'),
      text('forgot-username-lead', 'We will send it to the email address that the practice has for you.', 'lead'),
      card(
        form({
          id: 'forgot-username',
          action,
          messages: recoveryMessages,
          submitLabel: 'Send username',
          busyText: 'Looking for your account',
          fields: [
            ...fieldRow('Name', [
              { name: 'PatientFirstName', label: 'First name', autocomplete: 'given-name', span: 'half' },
              { name: 'PatientLastName', label: 'Last name', autocomplete: 'family-name', span: 'half' },
            ]),
            birthDay(today),
            email,
          ],
        }),
      ),
    ],
  }
}

/** Specification 1 §5: Username, Date of Birth and Email, with the same guardian checkbox as at sign-in. */
export function forgotPasswordScreen(action: ActionDefinition, today: string): ScreenBody {
  return {
    title: 'Forgot Password',
    width: 'reading',
    back: toSignIn,
    blocks: [
      title('Forgot Password'),
      text('forgot-password-lead', 'We will send you a code. Use it to set a new password.', 'lead'),
      card(
        form({
          id: 'forgot-password',
          action,
          messages: { ...signInMessages, ...recoveryMessages },
          submitLabel: 'Continue',
          busyText: 'Looking for your account',
          secondary: [{ id: 'forgot-username', label: 'Forgot Username?', to: paths.forgotUsername() }],
          fields: [
            { name: 'Username', label: 'Username', widget: 'text', autocomplete: 'username' },
            birthDay(today),
            email,
            { name: 'IsGuardian', label: 'I am a Guardian', widget: 'checkbox' },
          ],
        }),
      ),
    ],
  }
}

/** The choice of where the code goes, then its entry. */
export function recoveryCodeScreen(blocks: readonly Block[]): ScreenBody {
  return {
    title: 'Verification code',
    width: 'reading',
    back: toSignIn,
    blocks: [
      title('Verification code'),
      { kind: 'section', id: 'verification-card', card: true, blocks: [...blocks] },
      link('start-again', { text: 'Start again', to: paths.forgotPassword() }),
    ],
  }
}

function card(block: Block): Block {
  return { kind: 'section', id: 'recovery-card', card: true, blocks: [block] }
}
