import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { form, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import type { SignedIn } from '../../protocol/principal.ts'
import { settingsMessages } from './account-settings.messages.ts'

export interface SettingsScreen {
  principal: SignedIn
  action: ActionDefinition
  /** Further security settings, below the password. */
  more: BlockList
}

/** Specification 2 §2.14: for a guardian, the title shows the guardian's login. */
export function settingsScreen({ principal, action, more }: SettingsScreen): ScreenBody {
  const heading = 'Settings - Change Password'
  return {
    title: 'Settings',
    width: 'reading',
    blocks: [
      title(principal.kind === 'guardian' ? `${heading} - ${principal.login}` : heading),
      {
        kind: 'section',
        id: 'password-card',
        card: true,
        blocks: [
          form({
            id: 'change-password',
            username: principal.login,
            action,
            messages: settingsMessages,
            submitLabel: 'Change password',
            busyText: 'Changing the password',
            fields: [
              {
                name: 'CurrentPassword',
                label: 'Current password',
                widget: 'password',
                autocomplete: 'current-password',
              },
              ...newPasswordFields({ password: 'NewPassword', repeated: 'ConfirmPassword', label: 'New password' }),
            ],
          }),
        ],
      },
      ...more,
    ],
  }
}

/** Whose account an administrator looks at: the accounts of a desk are often shared. */
export function accountCard({ firstName, lastName, login }: SignedIn): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'account-card',
    card: true,
    blocks: [
      {
        kind: 'facts',
        id: 'account-facts',
        facts: [
          { id: 'name', name: 'Name', value: `${firstName} ${lastName}` },
          { id: 'login', name: 'User name', value: login },
        ],
      },
    ],
  }
}
