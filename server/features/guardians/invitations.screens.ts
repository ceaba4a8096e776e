import type { BlockOf } from '../../../schemas/blocks.ts'
import { newPasswordFields } from '../../identity/password.fields.ts'
import { passwordMessages } from '../../identity/password.messages.ts'
import { signInMessages } from '../../identity/sign-in.messages.ts'
import { paths } from '../../practice/paths.ts'
import { button, call, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, Named, ScreenBody } from '../../protocol/definitions.ts'
import { dateText, dayOf } from '../../protocol/time-words.ts'
import { ChosenPassword, OwnPassword } from './accepting.ts'
import { scopeWords } from '../../practice/scope-words.ts'
import type { Invitation } from './invitation.store.ts'
import { invitationsMessages } from './invitations.messages.ts'

export interface InvitationScreen {
  practice: string
  /** The first name of the patient, who is also the inviting person. */
  inviter: string
  token: string
  /** Whether the invited person already has an account. */
  hasAccount: boolean
  /** Those that must not make up most of the password. */
  words: readonly string[]
  accept: ActionDefinition
  join: ActionDefinition
}

/** Shows only the practice and a first name, because anyone may have the link. */
export function invitationScreen(invited: InvitationScreen): ScreenBody {
  const { practice, inviter, hasAccount } = invited
  return {
    title: 'You are invited',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title('You are invited'),
      text('invitation', `${inviter} invites you to use their account at ${practice}.`, 'lead'),
      {
        kind: 'section',
        id: 'accept-card',
        card: true,
        title: hasAccount ? 'Sign in to accept' : 'Choose a password to accept',
        blocks: [hasAccount ? joinForm(invited) : acceptForm(invited)],
      },
    ],
  }
}

function acceptForm({ accept, token, words }: InvitationScreen): BlockOf<'form'> {
  return form({
    id: 'accept',
    action: accept,
    schema: ChosenPassword,
    messages: passwordMessages,
    fields: newPasswordFields({ password: 'Password', repeated: 'Password2', words }),
    input: { token },
    submitLabel: 'Accept',
    busyText: 'Accepting the invitation',
  })
}

function joinForm({ join, token }: InvitationScreen): BlockOf<'form'> {
  return form({
    id: 'join',
    action: join,
    schema: OwnPassword,
    messages: signInMessages,
    fields: [
      {
        name: 'Password',
        label: 'Password',
        help: 'You have an account here already. Its username is the address to which the invitation came.',
        widget: 'password',
        autocomplete: 'current-password',
      },
    ],
    input: { token },
    submitLabel: 'Sign in and accept',
    busyText: 'Signing in',
    secondary: [{ id: 'forgot-password', label: 'Forgot Password?', to: paths.forgotPassword() }],
  })
}

/** Shown for a link that is unknown, used or expired. */
export function invitationOverScreen(): ScreenBody {
  return {
    title: 'This invitation has ended',
    width: 'reading',
    chrome: 'plain',
    blocks: [
      title('This invitation has ended'),
      { kind: 'notice', id: 'invitation-over', tone: 'warning', text: invitationsMessages['invitation.over'] },
      button('invitation-sign-in', { text: 'Sign in', style: 'primary', do: goTo(paths.signIn()) }),
    ],
  }
}

interface InvitationActions {
  sendAgain: Named
  /** Only its patient withdraws an invitation. */
  withdraw?: Named
}

export interface InvitationList {
  invitations: readonly Invitation[]
  /** Sent with its actions: the number of the patient, by the staff. */
  input?: { patient: string }
  actions: InvitationActions
  now: Date
  timeZone: string
}

/** Lists the patient's invitations that are not accepted yet; nothing without any. */
export function invitationTables({ invitations, input, actions, now, timeZone }: InvitationList): BlockOf<'table'>[] {
  if (invitations.length === 0) return []
  const day = (at: Date) => dateText(dayOf(at, timeZone))
  return [
    {
      kind: 'table',
      id: 'invitation-table',
      caption: 'Invitations that are not accepted yet',
      columns: [
        { id: 'name', label: 'Name', main: true },
        { id: 'email', label: 'Email' },
        { id: 'scope', label: 'May use' },
        { id: 'sent', label: 'Sent', figures: true },
        { id: 'state', label: 'State' },
      ],
      rows: invitations.map((invitation) => ({
        id: `i-${invitation.tokenHash}`,
        cells: {
          name: { text: `${invitation.firstName} ${invitation.lastName}` },
          email: { text: invitation.email },
          scope: { text: scopeWords(invitation.scope) },
          sent: { text: day(invitation.createdAt) },
          state: { text: invitation.endsAt > now ? `Waiting, until ${day(invitation.endsAt)}` : 'Ended' },
        },
        actions: rowActions(invitation, { ...actions, input }),
      })),
      empty: { picture: 'inbox', text: 'No invitation is waiting for an answer.' },
    },
  ]
}

function rowActions(
  { tokenHash, firstName, lastName }: Invitation,
  { sendAgain, withdraw, input: more }: InvitationActions & Pick<InvitationList, 'input'>,
): BlockOf<'table'>['rows'][number]['actions'] {
  const about = `${firstName} ${lastName}`
  const input = { invitation: tokenHash, ...more }
  return [
    { id: 'again', label: 'Send again', about, do: call(sendAgain, input) },
    ...(withdraw ? [{ id: 'withdraw', label: 'Withdraw', about, do: call(withdraw, input) }] : []),
  ]
}
