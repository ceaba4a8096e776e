import { paths } from '../../practice/paths.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { staffMessages } from './staff.messages.ts'

const toSignIn = { label: 'Sign in', to: paths.adminSignIn() } as const

export function forgottenPasswordScreen({
  practice,
  request,
}: {
  practice: string
  request: ActionDefinition
}): ScreenBody {
  return {
    title: 'Forgot password',
    width: 'reading',
    chrome: 'plain',
    back: toSignIn,
    blocks: [
      title('Forgot password'),
      text(
        'forgot-lead',
        `For the staff of ${practice}. We will send a link for a new password to the email address of your account.`,
        'lead',
      ),
      {
        kind: 'section',
        id: 'forgot-card',
        card: true,
        blocks: [
          form({
            id: 'forgot-staff-password',
            action: request,
            messages: staffMessages,
            submitLabel: 'Send the link',
            busyText: 'Sending the link',
            fields: [{ name: 'Username', label: 'User name or email', widget: 'text', autocomplete: 'username' }],
          }),
        ],
      },
    ],
  }
}

/** Shown after every request, so it tells nothing about the account. */
export function linkRequestedScreen({ hours }: { hours: number }): ScreenBody {
  return {
    title: 'Check your email',
    width: 'reading',
    chrome: 'plain',
    back: toSignIn,
    blocks: [
      title('Check your email'),
      text(
        'requested-lead',
        `If your account has an email address, a link for a new password is on its way to it. The link works once, for ${hours === 1 ? 'one hour' : `${hours} hours`}.`,
        'lead',
      ),
      text(
        'requested-none',
        'No email after a few minutes? Look in the spam folder, or ask an owner of the practice to send you a link.',
      ),
      button('requested-sign-in', { text: 'Sign in', style: 'primary', do: goTo(paths.adminSignIn()) }),
    ],
  }
}
