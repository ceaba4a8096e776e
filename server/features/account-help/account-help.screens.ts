import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { Dialog } from '../../../schemas/dialog.ts'
import { button, call, form, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition, Named } from '../../protocol/definitions.ts'
import { dateText, dateTimeText, dayOf, momentText } from '../../protocol/time-words.ts'
import type { Disabling } from '../../identity/disabled-patients.store.ts'
import type { PatientAccount } from '../../identity/patient-accounts.store.ts'
import type { AccountAct } from './account-acts.store.ts'
import { DecideForm, paymentChoices, reasonField, ReasonForm } from './account-help.inputs.ts'
import { accountHelpMessages } from './account-help.messages.ts'
import type { HelpedPatient } from './helped-patient.ts'
import type { RemovalRequest } from './second-factor-removals.store.ts'
import type { Lock } from './unlock.ts'

export interface HelpActions {
  askDisable: Named
  askEnable: Named
  stopPayments: Named
  askPassword: Named
  unlock: Named
  askSecondFactor: Named
  confirmSecondFactor: Named
  askUndoMatch: Named
  askEmail: Named
}

export interface HelpSection {
  helped: HelpedPatient
  actions: HelpActions
  /** What the staff did before, the latest first. */
  acts: readonly AccountAct[]
  /** A request to turn the second factor off that waits for another member of the staff. */
  removal: RemovalRequest | undefined
  /** The account of the member of the staff who sees it. */
  viewer: number
  /** What is locked after too many attempts. */
  locks: readonly Lock[]
  /** Those whose email can be changed. */
  guardians: readonly PatientAccount[]
  /** Payments that go on by themselves, in words. */
  payments: readonly string[]
  /** The name of a member of the staff, by user name. */
  nameOf: (login: string) => string
  timeZone: string
}

/** The state of the account, with what the staff can do about it. */
export function helpBlocks(section: HelpSection): BlockList {
  return [accessFacts(section), ...historyBlocks(section)]
}

/** Since when the patient is disabled, by whom and why. */
export function disabledNotice(
  { disabledAt, disabledBy, reason, reportedAt }: Disabling,
  { nameOf, timeZone }: Pick<HelpSection, 'nameOf' | 'timeZone'>,
): BlockList {
  const waits = reportedAt ? '' : " The practice's records do not have this yet; the portal tries again by itself."
  return [
    {
      kind: 'notice',
      id: 'disabled',
      tone: 'warning',
      title: 'This patient is disabled',
      text: `Since ${momentText(disabledAt, timeZone)}, by ${nameOf(disabledBy)}. Reason: ${reason}${endOf(reason)}${waits}`,
    },
  ]
}

const endOf = (sentence: string) => (/[.!?]\s*$/.test(sentence) ? '' : '.')

function accessFacts(section: HelpSection): BlockOf<'facts'> {
  const { helped, actions, locks, payments, timeZone } = section
  const { key, name, own, disabling } = helped
  const patient = { patient: key.patientId }
  const canReset = own !== undefined && !disabling
  return {
    kind: 'facts',
    id: 'help-facts',
    label: 'Help with the account',
    facts: [
      ...(canReset
        ? [
            {
              id: 'help-password',
              name: 'Password',
              value: passwordText(own, timeZone),
              change: { label: 'Reset', about: `the password of ${name}`, do: call(actions.askPassword, patient) },
            },
            {
              id: 'help-locked',
              name: 'Wrong passwords and codes',
              value: lockText(locks, timeZone),
              ...(locks.length > 0
                ? { change: { label: 'Unlock', about: `the account of ${name}`, do: call(actions.unlock, patient) } }
                : {}),
            },
            ...secondFactorFact(section),
            {
              id: 'help-email',
              name: 'Email',
              value: "From the practice's records. Change it there, and codes and links go to the new address at once.",
            },
            {
              id: 'help-match',
              name: 'Match with the record',
              value: 'Made when the account was created',
              change: {
                label: 'Undo match',
                about: `of ${own.login} and ${name}`,
                do: call(actions.askUndoMatch, patient),
              },
            },
          ]
        : []),
      ...guardianFacts(section),
      {
        id: 'help-access',
        name: 'Online access',
        value: disabling ? 'Disabled' : 'Enabled',
        change: disabling
          ? { label: 'Enable', about: name, do: call(actions.askEnable, patient) }
          : { label: 'Disable', about: name, do: call(actions.askDisable, patient) },
      },
      ...(disabling && payments.length > 0
        ? [
            {
              id: 'help-payments',
              name: 'Installments',
              value: payments.join(' '),
              change: {
                label: 'Stop',
                about: `the installments for ${name}`,
                do: {
                  ...call(actions.stopPayments, patient),
                  confirm: {
                    title: 'Stop the installments?',
                    text: 'The card is not charged again for them, and the payer is notified by email. What is not paid yet is still owed.',
                    yes: 'Stop installments',
                    no: 'Keep installments',
                    danger: true,
                  },
                },
              },
            },
          ]
        : []),
    ],
  }
}

/** The email of a guardian is the user name, and the portal keeps it. */
function guardianFacts({ guardians, helped: { key }, actions }: HelpSection): BlockOf<'facts'>['facts'] {
  return guardians.map(({ accountId, firstName, lastName, login }) => ({
    id: `help-email-${accountId}`,
    name: `Email of ${firstName} ${lastName}`,
    value: login,
    change: {
      label: 'Change',
      about: `the email of ${firstName} ${lastName}`,
      do: call(actions.askEmail, { patient: key.patientId, guardian: accountId }),
    },
  }))
}

function passwordText({ mustReset, passwordEndsAt, passwordChangedAt }: PatientAccount, timeZone: string): string {
  if (mustReset && passwordEndsAt) return `One-time password, works until ${momentText(passwordEndsAt, timeZone)}`
  if (mustReset) return 'Must be changed at the next sign-in'
  return passwordChangedAt
    ? `Changed on ${dateText(dayOf(passwordChangedAt, timeZone))}`
    : 'As when the account was created'
}

function secondFactorFact(section: HelpSection): BlockOf<'facts'>['facts'] {
  const { helped, removal, viewer, actions, timeZone } = section
  if (!helped.own?.hasSecondFactor) return []
  const { key, name } = helped
  const about = `the authenticator app of ${name}`
  const patient = { patient: key.patientId }
  const fact = { id: 'help-second-factor', name: 'Authenticator app' }
  if (!removal)
    return [{ ...fact, value: 'On', change: { label: 'Turn off', about, do: call(actions.askSecondFactor, patient) } }]
  const mayConfirm = viewer !== removal.requestedBy
  const wait = mayConfirm ? 'Confirm it' : 'Another member of the staff has to confirm it'
  const value = `On. Turning it off was requested. Reason: ${removal.reason}${endOf(removal.reason)} ${wait} until ${momentText(removal.endsAt, timeZone)}, after proof in person.`
  if (!mayConfirm) return [{ ...fact, value }]
  const confirm = {
    title: `Turn off the authenticator app of ${name}?`,
    text: 'Confirm it only if you have seen the proof yourself, such as a photo ID.',
    yes: 'Turn it off',
    no: 'Cancel',
    danger: true,
  }
  return [
    {
      ...fact,
      value,
      change: { label: 'Confirm', about, do: { ...call(actions.confirmSecondFactor, patient), confirm } },
    },
  ]
}

function lockText(locks: readonly Lock[], timeZone: string): string {
  if (locks.length === 0) return 'Not locked'
  return locks.map(({ what, until }) => `${what} is locked until ${momentText(until, timeZone)}.`).join(' ')
}

const actWords: Record<AccountAct['what'], string> = {
  disabled: 'Disabled',
  enabled: 'Enabled',
  'installments stopped': 'Stopped the installments',
  'link sent': 'Sent a link to a new password',
  'one-time password': 'Set a one-time password',
  unlocked: 'Unlocked',
  'second factor requested': 'Requested to turn the authenticator app off',
  'second factor off': 'Turned the authenticator app off',
  'match undone': 'Undid a wrong match',
  'email change requested': 'Sent a link to a new email of a guardian',
  'email changed': 'Confirmed the new email',
}

/** What the staff did before; nothing if they did nothing. */
export function historyBlocks({
  acts,
  nameOf,
  timeZone,
}: Pick<HelpSection, 'acts' | 'nameOf' | 'timeZone'>): BlockList {
  if (acts.length === 0) return []
  const table: BlockOf<'table'> = {
    kind: 'table',
    id: 'help-history',
    caption: historyTitle,
    hideCaption: true,
    narrow: 'lines',
    columns: [
      { id: 'what', label: 'What', main: true },
      { id: 'at', label: 'When', figures: true },
      { id: 'by', label: 'By' },
      { id: 'reason', label: 'Reason' },
    ],
    rows: acts.map(({ id, what, doneAt, doneBy, reason }) => ({
      id: `act-${id}`,
      cells: {
        what: { text: actWords[what] },
        at: { text: dateTimeText(doneAt, timeZone) },
        by: { text: nameOf(doneBy) },
        reason: { text: reason },
      },
    })),
    empty: { picture: 'list', text: 'Nothing was done yet.' },
  }
  return [{ kind: 'section', id: 'help-history-section', title: historyTitle, level: 3, blocks: [table] }]
}

const historyTitle = 'What the office did'

const cancel = (id: string) => button(id, { text: 'Cancel', style: 'secondary', do: { type: 'close' } })

/** Shows what ends, and asks for a reason. Running payments must be decided about: neither answer is chosen before. */
export function disableDialog(
  { key, name }: HelpedPatient,
  { payments, disable }: { payments: readonly string[]; disable: ActionDefinition },
): Dialog {
  const decides = payments.length > 0
  return {
    id: 'disable-patient',
    title: `Disable ${name}?`,
    closeLabel: 'Close',
    blocks: [
      text(
        'disable-what',
        `${name} can no longer sign in, and no guardian can open this record. Those who are signed in are signed out at once. Drafts, invitations, links and held times end. Appointments and bills stay. The patient is notified by email, without the reason.`,
      ),
      ...payments.map((words, at) => ({
        kind: 'notice' as const,
        id: `disable-payments-${at}`,
        tone: 'warning' as const,
        title: 'Running installments',
        text: words,
      })),
      form({
        id: 'disable-form',
        label: 'Disable the patient',
        action: disable,
        schema: decides ? DecideForm : ReasonForm,
        messages: accountHelpMessages,
        fields: [
          ...(decides
            ? [
                {
                  name: 'payments',
                  label: 'The installments',
                  widget: 'radio' as const,
                  optionLabels: paymentChoices.map((choice) => paymentWords[choice]),
                },
              ]
            : []),
          reasonField,
        ],
        input: { patient: key.patientId },
        submitLabel: 'Disable patient',
        danger: true,
        busyText: 'Disabling the patient',
      }),
    ],
    actions: [cancel('disable-cancel')],
  }
}

const paymentWords: Record<(typeof paymentChoices)[number], string> = {
  stop: 'Stop: the card is not charged again',
  'go on': 'Let them run: the card is charged as agreed',
}

export function enableDialog({ key, name }: HelpedPatient, enable: ActionDefinition): Dialog {
  return {
    id: 'enable-patient',
    title: `Enable ${name}?`,
    closeLabel: 'Close',
    blocks: [
      text(
        'enable-what',
        `${name} can sign in again with the same password, and guardians can open this record again. Drafts and invitations do not come back. The patient is notified by email, without the reason.`,
      ),
      form({
        id: 'enable-form',
        label: 'Enable the patient',
        action: enable,
        schema: ReasonForm,
        messages: accountHelpMessages,
        fields: [reasonField],
        input: { patient: key.patientId },
        submitLabel: 'Enable patient',
        busyText: 'Enabling the patient',
      }),
    ],
    actions: [cancel('enable-cancel')],
  }
}
