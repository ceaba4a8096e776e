import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Authorised } from '../../identity/account.store.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import { form, messageDialog, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { birthDayField, fieldRow, type FormField } from '../../protocol/form-fields.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import { guardiansMessages } from './guardians.messages.ts'
import { partChoices, relations, scopeWords } from './guardians.rules.ts'

export const guardiansRegion = 'account.guardians'

const whoFields = (today: string): readonly FormField[] => [
  ...fieldRow('Name', [
    { name: 'Auth_FirstName', label: 'First name', widget: 'text', autocomplete: 'off', span: 'half' },
    { name: 'Auth_LastName', label: 'Last name', widget: 'text', autocomplete: 'off', span: 'half' },
  ]),
  { name: 'relation', label: 'Relation', widget: 'select', span: 'half', optionLabels: [...relations] },
  birthDayField({ name: 'Auth_DOB', label: 'Date of birth' }, today),
  { name: 'Auth_Login', label: 'E-mail', help: 'This is also the username.', widget: 'email', autocomplete: 'off' },
]

const passwordFields = newPasswordFields({ password: 'Password', repeated: 'Password2' })

const limitFields = (today: string): readonly FormField[] => [
  {
    name: 'scope',
    label: 'What this person may use',
    widget: 'checkboxes',
    optionLabels: partChoices.map(({ label }) => label),
  },
  {
    name: 'until',
    label: 'Last day',
    help: 'Month/day/year. Leave it empty if the access should not end.',
    widget: 'date',
    earliest: today,
  },
]

export interface GuardiansScreen {
  /** The action that adds a guardian with a password, or invites one. */
  action: ActionDefinition
  isInvited: boolean
  /** The current day in the practice's zone. */
  today: string
}

/** Specification 2 §2.14, Account Authorization. */
export function guardiansScreen({ action, isInvited, today }: GuardiansScreen): ScreenBody {
  const messages = { ...guardiansMessages, ...passwordMessages }
  const common = { action, messages }
  return {
    title: 'Account Authorization',
    blocks: [
      title('Account Authorization'),
      text('lead', 'People you authorize can use the portal for you.', 'lead'),
      { kind: 'region', id: 'guardians', src: guardiansRegion, shape: 'table' },
      {
        kind: 'section',
        id: 'add-card',
        card: true,
        title: isInvited ? 'Invite a person' : 'Authorize a person',
        blocks: [
          isInvited
            ? form({
                ...common,
                id: 'invite-guardian',
                fields: [...whoFields(today), ...limitFields(today)],
                value: { scope: partChoices.map(({ value }) => value) },
                submitLabel: 'Send the invitation',
                busyText: 'Sending the invitation',
              })
            : form({
                ...common,
                id: 'add-guardian',
                fields: [...whoFields(today), ...passwordFields],
                submitLabel: 'Create account',
                busyText: 'Creating the account',
              }),
        ],
      },
    ],
  }
}

export interface GuardianList {
  guardians: readonly Authorised[]
  now: Date
  timeZone: string
}

export function guardianTable({ guardians, now, timeZone }: GuardianList): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'guardian-table',
    caption: 'Authorized people',
    columns: [
      { id: 'name', label: 'Name', main: true },
      { id: 'login', label: 'Login' },
      { id: 'relation', label: 'Relation' },
      { id: 'scope', label: 'May use' },
      { id: 'until', label: 'Until', figures: true },
    ],
    rows: guardians.map((guardian) => ({
      id: `g-${guardian.accountId}`,
      cells: {
        name: { text: `${guardian.firstName} ${guardian.lastName}` },
        login: { text: guardian.login },
        relation: { text: guardian.relation },
        scope: { text: scopeWords(guardian.scope) },
        until: untilCell(guardian.endsAt, { now, timeZone }),
      },
      actions: [deletion(guardian)],
    })),
    empty: { text: 'No one else can use your account yet.' },
  }
}

type Row = BlockOf<'table'>['rows'][number]

function untilCell(endsAt: Date | null, { now, timeZone }: { now: Date; timeZone: string }): Row['cells'][string] {
  if (!endsAt) return { text: 'No end' }
  const lastDay = dateText(dayOf(new Date(endsAt.getTime() - 1), timeZone))
  return { text: lastDay, ...(endsAt <= now ? { help: 'This access has ended.' } : {}) }
}

function deletion({ accountId, firstName, lastName }: Authorised): NonNullable<Row['actions']>[number] {
  const name = `${firstName} ${lastName}`
  return {
    id: 'delete',
    label: 'Delete',
    about: name,
    do: {
      type: 'call',
      action: 'account.removeGuardian',
      input: { guardian: accountId },
      confirm: {
        title: `Delete the access of ${name}?`,
        text: 'They are signed out at once and can no longer open your account.',
        yes: 'Delete',
        no: 'Cancel',
        danger: true,
      },
    },
  }
}

/** Shown when the person already had an account, so no password was set. */
export function hadAccountDialog(): Dialog {
  return messageDialog({
    id: 'had-account',
    title: 'This person is authorized',
    words: [
      'This person already has an account here and keeps their own password; the one that you typed is not used. They may now use your account too.',
    ],
  })
}
