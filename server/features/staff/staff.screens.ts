import type { BlockOf } from '../../../schemas/blocks.ts'
import type { StaffInvitation } from '../../identity/staff-invitations.store.ts'
import type { StaffMember } from '../../identity/staff.store.ts'
import { paths } from '../../practice/paths.ts'
import { roleNames, roleWords } from '../../practice/staff.ts'
import { button, call, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, Named, ScreenBody } from '../../protocol/definitions.ts'
import { fieldRow, type FormField } from '../../protocol/form-fields.ts'
import { pagingOf, type PageOf } from '../../protocol/paging.ts'
import { staffRoles } from '../../protocol/principal.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import { staffMessages } from './staff.messages.ts'
import { staffPaths } from './staff.paths.ts'
import { NewStaff } from './staff.rules.ts'

/** How many rows a page has. */
export const listSizes = [10, 20, 50] as const
export const usualSize = 20

export interface ListedMember extends StaffMember {
  lastSignIn: Date | undefined
}

export interface StaffList {
  page: PageOf<ListedMember>
  invitations: readonly StaffInvitation[]
  /** The account of the owner who looks. */
  self: number
  actions: Record<'sendAgain' | 'withdraw', Named>
  now: Date
  timeZone: string
}

/** Who works for the practice, who is invited to, and whose access has ended. */
export function staffScreen(list: StaffList): ScreenBody {
  return {
    title: 'Staff',
    back: { label: 'Dashboard', to: paths.adminDashboard() },
    blocks: [
      title('Staff'),
      text('about', 'Who works in the portal of your practice, and what each person may do.', 'lead'),
      button('invite', { text: 'Invite a person', style: 'primary', do: goTo(staffPaths.invite()) }),
      ...invitationTable(list),
      {
        kind: 'table',
        id: 'staff',
        caption: 'Staff',
        hideCaption: list.invitations.length === 0,
        narrow: 'lines',
        columns: [
          { id: 'name', label: 'Name', main: true },
          { id: 'email', label: 'Email' },
          { id: 'roles', label: 'Roles' },
          { id: 'last', label: 'Last sign-in', figures: true },
          { id: 'state', label: 'State', result: true },
        ],
        rows: list.page.rows.map((member) => memberRow(member, list)),
        empty: { picture: 'people', text: 'No one works here yet.' },
        ...pagingOf(list.page, staffPaths.list()),
      },
    ],
  }
}

type Row = BlockOf<'table'>['rows'][number]

function memberRow(member: ListedMember, { self, timeZone }: StaffList): Row {
  const { accountId, firstName, lastName, login, email, roles, lastSignIn, endedAt } = member
  return {
    id: `member-${accountId}`,
    cells: {
      name: {
        text: [{ text: `${lastName}, ${firstName}`, href: staffPaths.member({ number: accountId }) }],
        help: accountId === self ? `${login} (you)` : login,
      },
      email: { text: email || 'No email' },
      roles: { text: roleWords(roles) },
      last: {
        text: lastSignIn ? dayAndTime(lastSignIn, timeZone) : 'Not signed in yet',
        help: signInWords(member),
      },
      state: endedAt
        ? { text: 'Ended', tone: 'neutral', tag: true, help: `on ${dateText(dayOf(endedAt, timeZone))}` }
        : { text: 'Active', tone: 'success', tag: true },
    },
  }
}

/** How a member signs in, where the practice wants a second factor. */
function signInWords({ hasApp, passkeys }: StaffMember): string {
  if (passkeys > 0) return hasApp ? 'Passkey, or password and app' : 'Passkey'
  return hasApp ? 'Password and app' : 'Password only'
}

/** Who has not accepted yet; nothing without any. */
function invitationTable(list: StaffList): BlockOf<'table'>[] {
  if (list.invitations.length === 0) return []
  return [
    {
      kind: 'table',
      id: 'invitations',
      caption: 'Invited',
      narrow: 'lines',
      columns: [
        { id: 'name', label: 'Name', main: true },
        { id: 'email', label: 'Email' },
        { id: 'roles', label: 'Roles' },
        { id: 'state', label: 'State', result: true },
      ],
      rows: list.invitations.map((invitation) => invitedRow(invitation, list)),
      empty: { picture: 'inbox', text: 'No one is invited.' },
    },
  ]
}

function invitedRow(invitation: StaffInvitation, { actions, now, timeZone }: StaffList): Row {
  const { tokenHash, firstName, lastName, email, roles, endsAt } = invitation
  const about = `${firstName} ${lastName}`
  const input = { invitation: tokenHash }
  const until = dateText(dayOf(endsAt, timeZone))
  return {
    id: `invited-${tokenHash}`,
    cells: {
      name: { text: `${lastName}, ${firstName}` },
      email: { text: email },
      roles: { text: roleWords(roles) },
      state:
        endsAt > now
          ? { text: 'Invited', tone: 'info', tag: true, help: `until ${until}` }
          : { text: 'Expired', tone: 'warning', tag: true, help: `on ${until}` },
    },
    actions: [
      { id: 'again', label: 'Send again', about, do: call(actions.sendAgain, input) },
      {
        id: 'withdraw',
        label: 'Withdraw',
        about,
        do: {
          ...call(actions.withdraw, input),
          confirm: {
            title: `Withdraw the invitation of ${about}?`,
            text: `The link that went to ${email} no longer works then.`,
            yes: 'Withdraw',
            no: 'Keep it',
            danger: true,
          },
        },
      },
    ],
  }
}

/** An instant in the zone of the practice, which is that of its staff: `11/23/2026 2:05 PM`; the time stays in one line. */
export function dayAndTime(at: Date, timeZone: string): string {
  return `${dateText(dayOf(at, timeZone))} ${clockText(at, timeZone).replaceAll(' ', '\u00a0')}`
}

/** The boxes of the roles, each with what it lets a person do. */
export function rolesField(label: string): FormField {
  return {
    name: 'roles',
    label,
    widget: 'checkboxes',
    optionLabels: staffRoles.map((role) => `${roleNames[role].label}: ${roleNames[role].text}`),
  }
}

export function inviteScreen(invite: ActionDefinition, { days }: { days: number }): ScreenBody {
  return {
    title: 'Invite a person',
    width: 'reading',
    back: { label: 'Staff', to: staffPaths.list() },
    blocks: [
      title('Invite a person'),
      text(
        'about',
        `We send an email with a link that works for ${days} days. The person chooses a user name and a password.`,
        'lead',
      ),
      {
        kind: 'section',
        id: 'invite-card',
        card: true,
        blocks: [
          form({
            id: 'invite',
            asksToLeave: true,
            action: invite,
            schema: NewStaff,
            messages: staffMessages,
            fields: [
              ...fieldRow('Name', [
                { name: 'firstName', label: 'First name', widget: 'text', autocomplete: 'off', span: 'half' },
                { name: 'lastName', label: 'Last name', widget: 'text', autocomplete: 'off', span: 'half' },
              ]),
              { name: 'email', label: 'Email', widget: 'email', autocomplete: 'off' },
              rolesField('Roles'),
            ],
            submitLabel: 'Send the invitation',
            busyText: 'Sending the invitation',
          }),
        ],
      },
    ],
  }
}
