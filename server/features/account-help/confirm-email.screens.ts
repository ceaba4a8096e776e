import { paths } from '../../practice/paths.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { ConfirmForm } from './account-help.inputs.ts'
import { accountHelpMessages } from './account-help.messages.ts'

interface ConfirmScreen {
  email: string
  token: string
  confirm: ActionDefinition
}

const heading = 'Confirm your email address'

/** Names nobody, because anyone may have the link. */
export function confirmEmailScreen({ email, token, confirm }: ConfirmScreen): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title(heading),
      text('confirm-lead', `From now on you sign in with ${email}, and emails go there.`, 'lead'),
      {
        kind: 'section',
        id: 'confirm-card',
        card: true,
        blocks: [
          form({
            id: 'confirm-email',
            username: email,
            action: confirm,
            schema: ConfirmForm,
            messages: accountHelpMessages,
            fields: [
              {
                name: 'Password',
                label: 'Password',
                help: 'The password of your account, so that no one else takes it over. You are signed out everywhere.',
                widget: 'password',
                autocomplete: 'current-password',
              },
            ],
            input: { token },
            submitLabel: 'Confirm',
            busyText: 'Changing the email address',
          }),
        ],
      },
    ],
  }
}

/** Shown for a link that is unknown, used or over. */
export function emailOverScreen(): ScreenBody {
  return {
    title: heading,
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title(heading),
      { kind: 'notice', id: 'email-over', tone: 'warning', text: accountHelpMessages['accountHelp.emailOver'] },
      button('email-sign-in', { text: 'Sign in', style: 'primary', do: goTo(paths.signIn()) }),
    ],
  }
}
