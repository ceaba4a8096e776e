import type { BlockOf } from '../../../schemas/blocks.ts'
import type { FieldGroup } from '../../../schemas/blocks/form.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Authorised } from '../../identity/account.store.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import { call, form, link, messageDialog, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, Named, ScreenBody } from '../../protocol/definitions.ts'
import { birthDayField, dateHelp, fieldRow, type FormField } from '../../protocol/form-fields.ts'
import { addDays, dateText, dayOf } from '../../protocol/time-words.ts'
import { guardiansMessages } from './guardians.messages.ts'
import { guardianPaths } from './guardians.paths.ts'
import { partChoices, scopeWords } from '../../practice/scope-words.ts'
import { relations } from './guardians.rules.ts'

/** Most people give full access, without an end. */
const limits: FieldGroup = {
  id: 'limits',
  title: 'Access',
  fields: ['scope', 'until'],
  folded: { summary: `${scopeWords(null)}, without an end`, change: 'Change' },
}

export const guardiansRegion = 'account.guardians'

const whoFields = (today: string): readonly FormField[] => [
  ...fieldRow('Name', [
    { name: 'Auth_FirstName', label: 'First name', widget: 'text', autocomplete: 'off', span: 'half' },
    { name: 'Auth_LastName', label: 'Last name', widget: 'text', autocomplete: 'off', span: 'half' },
  ]),
  { name: 'relation', label: 'Relation', widget: 'select', span: 'half', optionLabels: [...relations] },
  birthDayField({ name: 'Auth_DOB', label: 'Date of birth' }, today),
  { name: 'Auth_Login', label: 'Email', help: 'This is also the username.', widget: 'email', autocomplete: 'off' },
]

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
    help: `${dateHelp(addDays(today, 365))}. Leave it empty if the access should not end.`,
    widget: 'date',
    earliest: today,
  },
]

/** How a new guardian gets a password: they choose it by an invitation, or the patient does. */
type Way = 'invitation' | 'password'

export interface GuardiansScreen {
  way: Way
  /** Whether the other way is offered too. */
  bothWays: boolean
  invite: ActionDefinition
  add: ActionDefinition
  /** Those that must not make up most of the password. */
  words: readonly string[]
  /** The current day in the practice's zone. */
  today: string
}

const ways: Record<Way, { title: string; help: string; other: string; otherAt: string }> = {
  invitation: {
    title: 'Invite a person',
    help: 'We send an email with a link. The person chooses a password.',
    other: 'Choose the password yourself',
    otherAt: guardianPaths.register({ way: 'password' }),
  },
  password: {
    title: 'Authorize a person',
    help: 'You choose the password and tell it to the person.',
    other: 'Send an invitation instead',
    otherAt: guardianPaths.register(),
  },
}

/** Specification 2 §2.14, Account Authorization. An invitation comes first: nobody has to know the password of another. */
export function guardiansScreen({ way, bothWays, invite, add, words, today }: GuardiansScreen): ScreenBody {
  const messages = { ...guardiansMessages, ...passwordMessages }
  const { title: heads, help, other, otherAt } = ways[way]
  const names = ['Auth_FirstName', 'Auth_LastName', 'Auth_Login']
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
        title: heads,
        blocks: [
          text('way', help),
          ...(bothWays ? [link('other-way', { text: other, to: otherAt })] : []),
          way === 'invitation'
            ? form({
                messages,
                action: invite,
                id: 'invite-guardian',
                asksToLeave: true,
                fields: [...whoFields(today), ...limitFields(today)],
                groups: [limits],
                value: { scope: partChoices.map(({ value }) => value) },
                submitLabel: 'Send the invitation',
                busyText: 'Sending the invitation',
              })
            : form({
                messages,
                action: add,
                id: 'add-guardian',
                asksToLeave: true,
                fields: [
                  ...whoFields(today),
                  ...newPasswordFields({ password: 'Password', repeated: 'Password2', words, names }),
                ],
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
  remove: Named
  now: Date
  timeZone: string
}

export function guardianTable({ guardians, remove, now, timeZone }: GuardianList): BlockOf<'table'> {
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
      actions: [deletion(guardian, remove)],
    })),
    empty: { picture: 'people', text: 'No one else can use your account yet.' },
  }
}

type Row = BlockOf<'table'>['rows'][number]

function untilCell(endsAt: Date | null, { now, timeZone }: { now: Date; timeZone: string }): Row['cells'][string] {
  if (!endsAt) return { text: 'No end' }
  const lastDay = dateText(dayOf(new Date(endsAt.getTime() - 1), timeZone))
  return { text: lastDay, ...(endsAt <= now ? { help: 'This access has ended.' } : {}) }
}

function deletion({ accountId, firstName, lastName }: Authorised, remove: Named): NonNullable<Row['actions']>[number] {
  const name = `${firstName} ${lastName}`
  return {
    id: 'delete',
    label: 'Delete',
    about: name,
    do: {
      ...call(remove, { guardian: accountId }),
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
