import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import { paths } from '../../practice/paths.ts'
import { roleWords } from '../../practice/staff.ts'
import { button, call, form, goTo, text, title } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { dateText, dayOf, momentText } from '../../protocol/time-words.ts'
import type { StaffChange } from './changes.store.ts'
import type { MemberActions } from './member.actions.ts'
import { staffMessages } from './staff.messages.ts'
import { staffPaths } from './staff.paths.ts'
import { nameOf, ReasonForm, RolesForm } from './staff.rules.ts'
import { dayAndTime, rolesField, type ListedMember } from './staff.screens.ts'

export interface MemberPage {
  member: ListedMember
  changes: readonly (StaffChange & { who: string })[]
  isSelf: boolean
  /** Without this person the practice would have no owner. */
  isOnlyOwner: boolean
  /** Whether the practice wants a second factor of its staff. */
  needsSecondFactor: boolean
  actions: MemberActions
  timeZone: string
}

const endDialog = 'end-access'
const factorDialog = 'second-factor-off'

/** A member of the staff: the account, what the person may do, and what was changed about it. */
export function memberScreen(page: MemberPage): ScreenBody {
  const { member, isSelf } = page
  const name = nameIn(page)
  return {
    title: name,
    back: { label: 'Staff', to: staffPaths.list() },
    blocks: [
      title(name),
      ...(isSelf ? [text('self', 'This is your own account.', 'lead')] : []),
      card('account', 'Account', accountBlocks(page)),
      ...(member.endedAt ? [] : [card('roles-card', 'Roles', rolesBlocks(page))]),
      ...(hasFactorToLose(page) ? [card('factor-card', 'Second factor', factorBlocks(page))] : []),
      ...(isSelf || member.endedAt ? [] : [card('password-card', 'Password', passwordBlocks(page))]),
      card('access-card', 'Access', accessBlocks(page)),
      card('history-card', 'History', [historyTable(page)]),
    ],
    dialogs: {
      ...(mayEnd(page) ? { [endDialog]: endAccessDialog(page) } : {}),
      ...(hasFactorToLose(page) && !isSelf ? { [factorDialog]: secondFactorDialog(page) } : {}),
    },
  }
}

const hasFactorToLose = ({ member }: MemberPage) => (member.hasApp || member.passkeys > 0) && !member.endedAt
const mayEnd = ({ member, isSelf, isOnlyOwner }: MemberPage) => !member.endedAt && !isSelf && !isOnlyOwner
const nameIn = ({ member }: MemberPage) => nameOf(member)

function card(id: string, heading: string, blocks: BlockList): BlockOf<'section'> {
  return { kind: 'section', id, title: heading, card: true, blocks }
}

function accountBlocks({ member, timeZone }: MemberPage): BlockList {
  const { login, email, roles, lastSignIn, createdAt, endedAt } = member
  const facts: [id: string, name: string, value: string][] = [
    ['state', 'State', endedAt ? `Ended on ${dateText(dayOf(endedAt, timeZone))}` : 'Active'],
    ['login', 'User name', login],
    ['email', 'Email', email || 'None'],
    ['held', endedAt ? 'Roles before' : 'Roles', roleWords(roles)],
    ['last', 'Last sign-in', lastSignIn ? momentText(lastSignIn, timeZone) : 'Not yet'],
    ['factor', 'Second factor', factorWords(member)],
    ['made', 'Created', dateText(dayOf(createdAt, timeZone))],
  ]
  return [
    {
      kind: 'facts',
      id: 'account-facts',
      label: 'Account',
      facts: facts.map(([id, name, value]) => ({ id: `account-${id}`, name, value })),
    },
  ]
}

function factorWords({ hasApp, passkeys }: ListedMember): string {
  const keys = passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
  if (passkeys > 0) return hasApp ? `Authenticator app and ${keys}` : keys
  return hasApp ? 'Authenticator app' : 'None'
}

function rolesBlocks(page: MemberPage): BlockList {
  const { member, isOnlyOwner, isSelf, actions } = page
  const name = nameIn(page)
  const fields = form({
    id: 'roles',
    asksToLeave: true,
    action: actions.changeRoles,
    schema: RolesForm,
    messages: staffMessages,
    fields: [rolesField('What this person may do')],
    value: { roles: member.roles },
    input: { member: member.accountId, seen: member.roles },
    submitLabel: 'Change roles',
    busyText: 'Changing the roles',
  })
  const confirm = {
    title: isSelf ? `Change your own roles, ${member.firstName}?` : `Change the roles of ${name}?`,
    text: isSelf
      ? 'What you may do changes at once. If you are no longer an owner, only another owner can make you one again.'
      : `${name} is signed out at once, and has the new roles from the next sign-in on.`,
    yes: 'Change roles',
    no: 'Cancel',
  }
  return [
    ...(isOnlyOwner
      ? [
          text(
            'only-owner',
            `${name} is the only owner of the practice, and stays one until someone else is an owner too.`,
          ),
        ]
      : []),
    { ...fields, submit: { ...fields.submit, do: { ...fields.submit.do, confirm } } },
  ]
}

function factorBlocks({ member, isSelf }: MemberPage): BlockList {
  if (isSelf)
    return [
      text('factor-own', 'You change your own second factor on the page of your account.'),
      button('factor-account', { text: 'Your account', do: goTo(paths.adminAccount()) }),
    ]
  return [
    text(
      'factor-about',
      `Turn it off if ${member.firstName} has lost the phone or the passkey, and only if you are sure who it is: see them, or call a number that you know.`,
    ),
    button('factor-off', { text: 'Turn off the second factor', do: { type: 'open', dialog: factorDialog } }),
  ]
}

function passwordBlocks(page: MemberPage): BlockList {
  const { member, actions } = page
  const name = nameIn(page)
  if (member.email === '')
    return [text('password-about', `There is no email address of ${name} to which a link for a new password could go.`)]
  return [
    text(
      'password-about',
      `If ${name} has forgotten the password, send a link to choose a new one. No one else sees it.`,
    ),
    button('password-link', {
      text: 'Send a link for a new password',
      do: {
        ...call(actions.sendPasswordLink, { member: member.accountId }),
        confirm: {
          title: `Send ${name} a link for a new password?`,
          text: `It goes to ${member.email}. The password of before works until ${name} has chosen another one.`,
          yes: 'Send the link',
          no: 'Cancel',
        },
      },
    }),
  ]
}

function accessBlocks(page: MemberPage): BlockList {
  const { member, isSelf, isOnlyOwner, actions } = page
  const name = nameIn(page)
  if (member.endedAt)
    return [
      text('access-about', `${name} cannot sign in. What ${name} did stays in the records of the practice.`),
      button('restore', {
        text: 'Restore access',
        do: {
          ...call(actions.restore, { member: member.accountId }),
          confirm: {
            title: `Restore the access of ${name}?`,
            text: `${name} can sign in again with the same user name and password, with these roles: ${roleWords(member.roles)}.`,
            yes: 'Restore access',
            no: 'Cancel',
          },
        },
      }),
    ]
  if (isOnlyOwner) return [text('access-about', 'The access of the only owner cannot end.')]
  if (isSelf) return [text('access-about', 'You cannot end your own access. Another owner can.')]
  return [
    text('access-about', `When ${name} no longer works here, end the access. It can be restored.`),
    button('end', { text: 'End access', style: 'danger', do: { type: 'open', dialog: endDialog } }),
  ]
}

function endAccessDialog(page: MemberPage): Dialog {
  const name = nameIn(page)
  return reasonDialog(page, {
    id: endDialog,
    heading: `End the access of ${name}?`,
    words: `${name} is signed out everywhere at once and cannot sign in any longer. Invitations that ${name} has sent end too.`,
    action: page.actions.end,
    submitLabel: `End the access of ${page.member.firstName}`,
    busyText: 'Ending the access',
  })
}

function secondFactorDialog(page: MemberPage): Dialog {
  const { firstName, email } = page.member
  const name = nameIn(page)
  const next = page.needsSecondFactor ? 'sets it up again at the next sign-in' : 'signs in with the password alone'
  const mail =
    email === ''
      ? `There is no email address of ${name}, so let them know yourself.`
      : `We send an email about it to ${email}.`
  return reasonDialog(page, {
    id: factorDialog,
    heading: `Turn off the second factor of ${name}?`,
    words: `The authenticator app and all passkeys stop working. ${name} is signed out everywhere and ${next}. ${mail}`,
    action: page.actions.turnOffSecondFactor,
    submitLabel: `Turn it off for ${firstName}`,
    busyText: 'Turning it off',
  })
}

interface ReasonDialog {
  id: string
  heading: string
  words: string
  action: ActionDefinition
  submitLabel: string
  busyText: string
}

/** Asks for a reason, and names the person on the button too. */
function reasonDialog({ member }: MemberPage, { id, heading, words, ...rest }: ReasonDialog): Dialog {
  return {
    id,
    title: heading,
    closeLabel: 'Close',
    blocks: [
      text(`${id}-words`, words),
      form({
        ...rest,
        id: `${id}-form`,
        label: heading,
        schema: ReasonForm,
        messages: staffMessages,
        fields: [
          { name: 'reason', label: 'Reason', help: 'Other owners can read it.', widget: 'multiline', count: true },
        ],
        input: { member: member.accountId },
        danger: true,
      }),
    ],
    actions: [button(`${id}-keep`, { text: 'Cancel', do: { type: 'close' } })],
  }
}

const changeWords: Readonly<Record<StaffChange['what'], string>> = {
  joined: 'Accepted the invitation',
  roles: 'Roles changed',
  ended: 'Access ended',
  restored: 'Access restored',
  'second factor off': 'Second factor turned off',
  'password link': 'Link for a new password sent',
}

function historyTable({ changes, timeZone }: MemberPage): BlockOf<'table'> {
  return {
    kind: 'table',
    id: 'history',
    caption: 'History',
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'what', label: 'What', main: true },
      { id: 'detail', label: 'Roles or reason' },
      { id: 'who', label: 'By' },
      { id: 'at', label: 'When', figures: true, result: true },
    ],
    rows: changes.map(({ id, at, what, roles, reason, who, changedBy, accountId }) => ({
      id: `change-${id}`,
      cells: {
        what: {
          text:
            what === 'password link' && changedBy === accountId
              ? 'Requested a link for a new password'
              : changeWords[what],
        },
        detail: { text: roles ? roleWords(roles) : reason },
        who: { text: who },
        at: { text: dayAndTime(at, timeZone) },
      },
    })),
    empty: { picture: 'list', text: 'Nothing was changed yet.' },
  }
}
