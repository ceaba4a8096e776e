import type { TObject } from 'typebox'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { button, form, text } from '../protocol/block-builders.ts'
import type { ActionDefinition } from '../protocol/definitions.ts'
import type { FlowCode } from './flow.store.ts'
import { verificationMessages } from './verification.messages.ts'
import {
  counts,
  maskedContact,
  maskedEmail,
  maskedPhone,
  maskedText,
  type Contacts,
  type Way,
} from './verification.rules.ts'

/** E-mail and/or cell phone, as far as the record has them and codes can go there (specification 1 §4). */
export function choiceForm({
  id,
  action,
  contacts: { email, phone },
}: {
  id: string
  /** Its input is ChosenWays. */
  action: ActionDefinition
  contacts: Contacts
}): BlockOf<'form'> {
  const isOnlyOne = email === undefined || phone === undefined
  const ways = [
    ...(email === undefined ? [] : [{ name: 'byEmail', label: `E-mail to ${maskedEmail(email)}` }]),
    ...(phone === undefined ? [] : [{ name: 'byPhone', label: `Text message to ${maskedPhone(phone)}` }]),
  ]
  return form({
    id,
    label: 'Where the code goes',
    action,
    messages: verificationMessages,
    value: isOnlyOne ? Object.fromEntries(ways.map(({ name }) => [name, true])) : {},
    fields: ways.map((way) => ({ ...way, widget: 'checkbox' as const })),
    submitLabel: 'Send code',
    busyText: 'Sending the code',
    when: {
      condition: { or: ways.map(({ name }) => ({ path: `/${name}`, eq: true })) },
      reason: verificationMessages['verification.choose'],
    },
  })
}

export interface CodeEntry {
  /** Where the code was sent. */
  sentTo: Contacts
  /** Where it could not go. */
  unsent?: Way
  /** As the way has it; undefined when it ended. */
  code: FlowCode | undefined
  at: Date
  digits: number
  /** Its input is that of codeInput. */
  verify: ActionDefinition
  /** The schema of the form, made once by codeForm. */
  schema: TObject
  /** Sends another one; no input. */
  resend: ActionDefinition
  /** Called when the countdown is at zero; no input. */
  ended: ActionDefinition
}

/** The entry of a code with its countdown; at zero it is disabled and a button sends another one (specification 1 §4). */
export function codeBlocks(entry: CodeEntry): BlockList {
  const { sentTo, unsent, code, at } = entry
  const isOpen = code !== undefined && counts(code, at)
  return [
    text(
      'code-sent',
      `We sent a code with ${entry.digits} digits to ${maskedText(arrivedOf(sentTo, unsent))}.`,
      'lead',
    ),
    ...(unsent ? [unsentNotice(sentTo, unsent)] : []),
    ...(isOpen ? [countdown(code, entry.ended)] : [overNotice]),
    codeEntry(entry, isOpen),
    ...(isOpen ? [] : [resendButton(entry.resend)]),
  ]
}

function arrivedOf({ email, phone }: Contacts, unsent: Way | undefined): Contacts {
  return unsent === 'email' ? { phone } : unsent === 'phone' ? { email } : { email, phone }
}

function unsentNotice(sentTo: Contacts, unsent: Way): BlockOf<'notice'> {
  const to = maskedContact(unsent, sentTo[unsent] ?? '')
  return { kind: 'notice', id: 'code-unsent', tone: 'warning', text: `The code could not be sent to ${to}.` }
}

/** look.md, Codes: announced at 60 and 10 seconds only. */
function countdown({ endsAt }: FlowCode, ended: ActionDefinition): BlockOf<'countdown'> {
  return {
    kind: 'countdown',
    id: 'code-countdown',
    until: endsAt.toISOString(),
    text: 'The code counts for',
    over: 'The time for this code is over.',
    announceAt: [60, 10],
    do: { type: 'call', action: ended.name },
  }
}

const overNotice: BlockOf<'notice'> = {
  kind: 'notice',
  id: 'code-over',
  tone: 'warning',
  text: verificationMessages['verification.over'],
}

/** Another form when the entry is closed, so that nothing typed stays in it. */
function codeEntry({ verify, schema, digits }: CodeEntry, isOpen: boolean): BlockOf<'form'> {
  return form({
    id: isOpen ? 'code' : 'code-closed',
    action: verify,
    schema,
    messages: verificationMessages,
    fields: [
      {
        name: 'code',
        label: 'Verification code',
        widget: 'code',
        autocomplete: 'one-time-code',
        ...(isOpen
          ? { help: `${digits} digits. You have five tries for each code.` }
          : { disabled: { reason: 'This entry is closed.' } }),
      },
    ],
    submitLabel: 'Verify',
    busyText: 'Checking the code',
    ...(isOpen ? {} : { disabled: { reason: 'Have a new code sent first.' } }),
  })
}

function resendButton(resend: ActionDefinition): BlockOf<'action'> {
  return button('resend', {
    text: 'Resend code',
    style: 'primary',
    do: { type: 'call', action: resend.name, busy: { text: 'Sending the code' } },
  })
}
