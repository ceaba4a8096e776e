import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import type { StaffInvitation } from '../../identity/staff-invitations.store.ts'
import { paths } from '../../practice/paths.ts'
import { roleNames } from '../../practice/staff.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { staffMessages } from './staff.messages.ts'
import { ChosenAccount, proposedLogin } from './staff.rules.ts'

export interface InvitationScreen {
  practice: string
  invitation: Pick<StaffInvitation, 'firstName' | 'email' | 'roles'>
  token: string
  /** Those that must not make up most of the password. */
  words: readonly string[]
  /** Whether the practice wants a second factor of its staff. */
  needsSecondFactor: boolean
  accept: ActionDefinition
}

/** Shows the first name and the proposed user name only, because anyone may have the link. */
export function invitationScreen({
  practice,
  invitation: { firstName, email, roles },
  token,
  words,
  needsSecondFactor,
  accept,
}: InvitationScreen): ScreenBody {
  return {
    title: 'You are invited',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title('You are invited'),
      text('invitation', `${firstName}, you are invited to work in the patient portal of ${practice}.`, 'lead'),
      {
        kind: 'section',
        id: 'roles-card',
        card: true,
        title: 'What you may do',
        blocks: [
          {
            kind: 'facts',
            id: 'roles',
            label: 'Your roles',
            facts: roles.map((role) => ({
              id: `role-${role.replace(' ', '-')}`,
              name: roleNames[role].label,
              value: roleNames[role].text,
            })),
          },
        ],
      },
      {
        kind: 'section',
        id: 'accept-card',
        card: true,
        title: 'Choose a user name and a password',
        blocks: [
          ...(needsSecondFactor
            ? [text('next', 'After this you set up an authenticator app, so have your phone ready.')]
            : []),
          form({
            id: 'accept',
            asksToLeave: true,
            action: accept,
            schema: ChosenAccount,
            messages: { ...staffMessages, ...passwordMessages },
            fields: [
              {
                name: 'Login',
                label: 'User name',
                help: '4 to 100 characters. You sign in with it.',
                widget: 'text',
                autocomplete: 'username',
              },
              ...newPasswordFields({ password: 'Password', repeated: 'Password2', words, names: ['Login'] }),
            ],
            value: { Login: proposedLogin(email) },
            input: { token },
            submitLabel: 'Accept and sign in',
            busyText: 'Creating your account',
          }),
        ],
      },
    ],
  }
}

/** Shown for a link that is unknown, used or expired. */
export function invitationOverScreen(): ScreenBody {
  return {
    title: 'This invitation has ended',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title('This invitation has ended'),
      { kind: 'notice', id: 'invitation-over', tone: 'warning', text: staffMessages['staff.invitationOver'] },
      button('invitation-sign-in', { text: 'Sign in', style: 'primary', do: goTo(paths.adminSignIn()) }),
    ],
  }
}
