import type { BlockList } from '../../../schemas/block.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import type { Owner } from '../../identity/account-owner.ts'
import type { Account } from '../../identity/account.store.ts'
import { button, call, text } from '../../protocol/block-builders.ts'
import type { Named } from '../../protocol/definitions.ts'
import { dateText } from '../../protocol/time-words.ts'
import type { HelpedPatient } from './helped-patient.ts'

interface Ways {
  account: Account
  /** Undefined while the record server does not answer. */
  owner: Owner | undefined
  sendLink: Named
  setOneTime: Named
}

/** Two ways to a new password. The staff see it in neither case but for a one-time one. */
export function passwordDialog({ key, name }: HelpedPatient, { account, owner, sendLink, setOneTime }: Ways): Dialog {
  const born = owner?.birthDay ? ` (${dateText(owner.birthDay)})` : ''
  const input = { patient: key.patientId, version: account.passwordVersion }
  return {
    id: 'reset-password',
    title: `Reset the password of ${name}?`,
    closeLabel: 'Close',
    blocks: [
      text('reset-check', `First make sure that you speak with the patient: compare name and date of birth${born}.`),
      {
        kind: 'section',
        id: 'reset-link',
        title: 'A link by email',
        level: 3,
        blocks: owner?.email ? linkBlocks(owner.email, call(sendLink, input)) : noEmail(owner),
      },
      {
        kind: 'section',
        id: 'reset-one-time',
        title: 'A one-time password',
        level: 3,
        blocks: [
          text(
            'reset-one-time-what',
            'For a patient who cannot read email now. You see it once and read it to the patient, who is signed out everywhere and chooses a new password at the next sign-in. It works for 24 hours.',
          ),
          button('reset-one-time-go', {
            text: 'Make a one-time password',
            wideUpTo: 480,
            do: { ...call(setOneTime, input), busy: { text: 'Setting the password' } },
          }),
        ],
      },
    ],
    actions: [button('reset-cancel', { text: 'Cancel', style: 'secondary', do: { type: 'close' } })],
  }
}

function linkBlocks(email: string, send: ReturnType<typeof call>): BlockList {
  return [
    text(
      'reset-link-what',
      `To ${email}. It works once, for 24 hours. Until the patient chooses a new password, the one from before works.`,
    ),
    button('reset-link-go', {
      text: 'Send the link',
      style: 'primary',
      wideUpTo: 480,
      do: { ...send, busy: { text: 'Sending the link' } },
    }),
  ]
}

function noEmail(owner: Owner | undefined): BlockList {
  const words =
    owner === undefined
      ? "The practice's records do not answer, so no link can be sent now. Try again in a moment."
      : "The practice's records have no email address of this patient."
  return [{ kind: 'notice', id: 'reset-no-email', tone: 'info', text: words }]
}

interface Shown {
  login: string
  password: string
  /** A moment in words. */
  until: string
}

/** The only place where a one-time password is shown. */
export function oneTimePasswordDialog({ name }: HelpedPatient, { login, password, until }: Shown): Dialog {
  return {
    id: 'one-time-password',
    title: `One-time password of ${name}`,
    blocks: [
      {
        kind: 'notice',
        id: 'one-time-once',
        tone: 'warning',
        text: 'Read it to the patient now. It is not shown again.',
      },
      {
        kind: 'facts',
        id: 'one-time-facts',
        label: 'One-time password',
        facts: [
          { id: 'one-time-login', name: 'User name', value: login },
          { id: 'one-time-value', name: 'Password', value: [{ text: password, strong: true }] },
          { id: 'one-time-until', name: 'Works until', value: until },
        ],
      },
    ],
    actions: [button('one-time-done', { text: 'Done', style: 'primary', do: { type: 'close' } })],
  }
}
