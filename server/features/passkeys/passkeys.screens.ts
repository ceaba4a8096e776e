import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { AccountHome } from '../../identity/account-home.ts'
import { proveAgainMessages } from '../../identity/prove-again.messages.ts'
import { proofField } from '../../identity/prove-again.ts'
import { button, call, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { protectRoute } from '../../protocol/guard.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import type { Passkey } from '../../identity/passkeys.store.ts'
import { passkeyPaths } from './passkeys.paths.ts'

const what = 'With a passkey you sign in with your fingerprint, face or PIN instead of your password.'

export interface PasskeyList {
  passkeys: readonly Passkey[]
  remove: ActionDefinition
  home: AccountHome
  timeZone: string
}

/** Lists the person's passkeys, each with a button to remove it. */
export function passkeyBlocks({ passkeys, remove, home, timeZone }: PasskeyList): BlockList {
  const day = (at: Date) => dateText(dayOf(at, timeZone))
  const add = button('passkey-add', { text: 'Add a passkey', icon: 'key', do: goTo(passkeyPaths.add[home.of]()) })
  if (passkeys.length === 0) return [text('passkeys-none', `You have none yet. ${what}`), add]
  const table: BlockOf<'table'> = {
    kind: 'table',
    id: 'passkeys-table',
    caption: 'Passkeys',
    hideCaption: true,
    columns: [
      { id: 'name', label: 'Name', main: true },
      { id: 'created', label: 'Added', figures: true },
      { id: 'used', label: 'Last used', figures: true },
    ],
    rows: passkeys.map(({ id, name, createdAt, usedAt }, index) => ({
      id: `passkey-${index}`,
      cells: {
        name: { text: name },
        created: { text: day(createdAt) },
        used: { text: usedAt ? day(usedAt) : 'Never' },
      },
      actions: [{ id: 'remove', label: 'Remove', about: name, do: removal({ id, name }, remove) }],
    })),
    empty: { picture: 'list', text: 'You have no passkeys.' },
  }
  return [table, add]
}

function removal({ id, name }: Pick<Passkey, 'id' | 'name'>, remove: ActionDefinition) {
  return {
    ...call(remove, { passkey: id }),
    confirm: {
      title: 'Remove this passkey?',
      text: `You can no longer sign in with "${name}". Your device may still list it; you can delete it there too.`,
      yes: 'Remove',
      no: 'Cancel',
      danger: true,
    },
  }
}

export interface AddPasskey {
  /** Undefined where passkeys are impossible. */
  begin: ActionDefinition | undefined
  withCode: boolean
  home: AccountHome
  /** Nothing else is open to the person before there is a second factor. */
  isFirst: boolean
}

/**
 * Requires the password first: a person who finds a signed-in browser must not gain permanent access to the account.
 */
export function addPasskeyScreen({ begin, withCode, home, isFirst }: AddPasskey): ScreenBody {
  return {
    title: 'Add a passkey',
    width: 'reading',
    back: isFirst ? { label: 'Authenticator app', to: protectRoute } : { label: home.title, to: home.root },
    blocks: [
      title('Add a passkey'),
      text('passkey-lead', `${what} It stays on your device or in your password manager.`, 'lead'),
      begin
        ? {
            kind: 'section',
            id: 'passkey-card',
            card: true,
            blocks: [
              form({
                id: 'add-passkey',
                action: begin,
                messages: proveAgainMessages,
                fields: [proofField({ withCode })],
                submitLabel: 'Continue',
                busyText: 'Checking',
              }),
            ],
          }
        : text('passkeys-closed', 'Your practice does not offer this right now.'),
    ],
  }
}

/** Shown below the form of the sign-in screen. */
export function passkeyButton(begin: ActionDefinition, next: string): BlockOf<'action'> {
  return button('passkey', {
    text: 'Sign in with a passkey',
    icon: 'key',
    wide: true,
    do: call(begin, next ? { next } : undefined),
  })
}

/** Shown to a member of the staff at the first sign-in, below the authenticator app. */
export const passkeyInstead: BlockOf<'section'> = {
  kind: 'section',
  id: 'passkey-instead',
  title: 'Or use a passkey',
  card: true,
  blocks: [
    text('passkey-instead-what', what),
    button('passkey-instead-go', { text: 'Set up a passkey', icon: 'key', do: goTo(passkeyPaths.add.admins()) }),
  ],
}
