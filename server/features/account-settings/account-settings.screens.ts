import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { AccountHome } from '../../identity/account-home.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { button, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import type { AccountKind, SignedIn } from '../../protocol/principal.ts'
import { settingsMessages } from './account-settings.messages.ts'
import { passwordPaths } from './account-settings.paths.ts'

/** The page of the password, below that of the account. */

interface AccountScreen {
  home: AccountHome
  principal: SignedIn
  /** The sections of other features, below the password. */
  more: BlockList
}

/** What belongs to the account, a section each; what needs a form has a page of its own. */
export function accountScreen({ home, principal, more }: AccountScreen): ScreenBody {
  const isAdmin = principal.kind === 'admin'
  return {
    title: home.title,
    width: 'reading',
    ...(isAdmin ? { back: { label: 'Dashboard', to: home.under } } : {}),
    blocks: [title(home.title), ...(isAdmin ? [accountCard(principal)] : []), passwordSection(home), ...more],
  }
}

function passwordSection(home: AccountHome): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'password-section',
    title: 'Change Password',
    card: true,
    blocks: [
      text('password-what', 'A new password signs you out everywhere. You then sign in with it.'),
      button('password-change', { text: 'Change password', icon: 'key', do: goTo(passwordPaths[home.of]()) }),
    ],
  }
}

interface PasswordScreen {
  home: AccountHome
  principal: SignedIn
  /** Those that must not make up most of the password. */
  words: readonly string[]
  action: ActionDefinition
}

/** Specification 2 §2.14: for a guardian, the title shows the guardian's login. */
const headings = {
  patient: () => 'Settings - Change Password',
  guardian: (login) => `Settings - Change Password - ${login}`,
  // Settings are those of the practice there.
  admin: () => 'Change Password',
} as const satisfies Record<AccountKind, (login: string) => string>

export function passwordScreen({ home, principal, words, action }: PasswordScreen): ScreenBody {
  const heading = headings[principal.kind](principal.login)
  return {
    title: heading,
    width: 'reading',
    back: { label: home.title, to: home.root },
    blocks: [
      title(heading),
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
              ...newPasswordFields({
                password: 'NewPassword',
                repeated: 'ConfirmPassword',
                label: 'New password',
                words,
              }),
            ],
          }),
        ],
      },
    ],
  }
}

/** Whose account an administrator looks at: the accounts of a desk are often shared. */
function accountCard({ firstName, lastName, login }: SignedIn): BlockOf<'section'> {
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
