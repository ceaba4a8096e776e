import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { button, call, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition } from '../../protocol/definitions.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import type { Passkey } from '../../identity/passkeys.store.ts'
import { mostPasskeys } from './passkeys.rules.ts'

const what =
  'With a passkey you sign in with your fingerprint, face or PIN instead of your password. It stays on your device or in your password manager.'

export interface PasskeyList {
  passkeys: readonly Passkey[]
  add: ActionDefinition
  remove: ActionDefinition
  timeZone: string
}

/** Lists the person's passkeys, each with a button to remove it. */
export function passkeyBlocks({ passkeys, add, remove, timeZone }: PasskeyList): BlockList {
  const day = (at: Date) => dateText(dayOf(at, timeZone))
  const addButton = button('passkey-add', { text: 'Add a passkey', icon: 'key', do: call(add) })
  if (passkeys.length === 0) return [text('passkeys-none', `You have none yet. ${what}`), addButton]
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
  return passkeys.length < mostPasskeys
    ? [table, addButton]
    : [
        table,
        text(
          'passkeys-most',
          `You have ${mostPasskeys} passkeys, which is the most. To add another, remove one first.`,
        ),
      ]
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
export function passkeyInstead(add: ActionDefinition): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'passkey-instead',
    title: 'Or use a passkey',
    card: true,
    blocks: [
      text('passkey-instead-what', what),
      button('passkey-instead-go', { text: 'Set up a passkey', icon: 'key', do: call(add) }),
    ],
  }
}
