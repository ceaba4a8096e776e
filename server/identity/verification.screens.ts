import type { TObject } from 'typebox'
import type { BlockList } from '../../schemas/block.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { button, call, form, text } from '../protocol/block-builders.ts'
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
  type ContactKind,
} from './verification.rules.ts'

/** Offers e-mail and cell phone, as far as they are on record and codes can be sent there (specification 1 §4). */
export function choiceForm({
  id,
  action,
  contacts: { email, phone },
}: {
  id: string
  /** Its input is ChosenContacts. */
  action: ActionDefinition
  contacts: Contacts
}): BlockOf<'form'> {
  const isOnlyOne = email === undefined || phone === undefined
  const choices = [
    ...(email === undefined ? [] : [{ name: 'byEmail', label: `E-mail to ${maskedEmail(email)}` }]),
    ...(phone === undefined ? [] : [{ name: 'byPhone', label: `Text message to ${maskedPhone(phone)}` }]),
  ]
  return form({
    id,
    label: 'Where to send the code',
    action,
    messages: verificationMessages,
    value: isOnlyOne ? Object.fromEntries(choices.map(({ name }) => [name, true])) : {},
    fields: choices.map((choice) => ({ ...choice, widget: 'checkbox' as const })),
    submitLabel: 'Send code',
    busyText: 'Sending the code',
    when: {
      condition: { or: choices.map(({ name }) => ({ path: `/${name}`, eq: true })) },
      reason: verificationMessages['verification.choose'],
    },
  })
}

export interface CodeEntry {
  /** The contacts that the code was sent to. */
  sentTo: Contacts
  /** The contact that the code could not be sent to. */
  unsent?: ContactKind
  /** The flow's code; undefined when it has expired. */
  code: FlowCode | undefined
  at: Date
  digits: number
  /** Its input is that of codeInput. */
  verify: ActionDefinition
  /** The schema of the form, made once by codeForm. */
  schema: TObject
  /** Sends another code; no input. */
  resend: ActionDefinition
  /** Called when the countdown reaches zero; no input. */
  ended: ActionDefinition
}

/**
 * The entry of a code with its countdown; at zero it is disabled, and a button sends another code (specification 1 §4).
 */
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

function arrivedOf({ email, phone }: Contacts, unsent: ContactKind | undefined): Contacts {
  return unsent === 'email' ? { phone } : unsent === 'phone' ? { email } : { email, phone }
}

function unsentNotice(sentTo: Contacts, unsent: ContactKind): BlockOf<'notice'> {
  const to = maskedContact(unsent, sentTo[unsent] ?? '')
  return { kind: 'notice', id: 'code-unsent', tone: 'warning', text: `The code could not be sent to ${to}.` }
}

/** look.md, Codes: announced at 60 and 10 seconds only. */
function countdown({ endsAt }: FlowCode, ended: ActionDefinition): BlockOf<'countdown'> {
  return {
    kind: 'countdown',
    id: 'code-countdown',
    until: endsAt.toISOString(),
    text: 'This code works for',
    over: 'This code has expired.',
    announceAt: [60, 10],
    do: call(ended),
  }
}

const overNotice: BlockOf<'notice'> = {
  kind: 'notice',
  id: 'code-over',
  tone: 'warning',
  text: verificationMessages['verification.over'],
}

/** Uses another form id when the entry is closed, so that the typed text is discarded. */
function codeEntry({ verify, schema, digits }: CodeEntry, isOpen: boolean): BlockOf<'form'> {
  return form({
    id: isOpen ? 'code' : 'code-closed',
    action: verify,
    schema,
    messages: verificationMessages,
    fields: [
      {
        ...codeField('Verification code'),
        ...(isOpen
          ? { help: `${codeHelp(digits)} You have five tries for each code.` }
          : { disabled: { reason: 'This code has expired.' } }),
      },
    ],
    submitLabel: 'Verify',
    busyText: 'Checking the code',
    ...(isOpen ? { when: whenComplete(digits) } : { disabled: { reason: 'Ask for a new code first.' } }),
  })
}

export function codeField(label: string) {
  return { name: 'code', label, widget: 'code', autocomplete: 'one-time-code', digits: true } as const
}

/** Said before typing, because the form sends itself. */
export const codeHelp = (digits: number): string => `${digits} digits, checked as soon as you enter the last one.`

/** The button is off until all digits are typed (specification 1 §4: Verify needs four digits), which sends the form. */
export function whenComplete(digits: number, field = 'code'): NonNullable<BlockOf<'form'>['submit']['when']> {
  const reason = `Enter all ${digits} digits of the code.`
  return { condition: { path: `/${field}`, minLength: digits }, reason, atOnce: true }
}

function resendButton(resend: ActionDefinition): BlockOf<'action'> {
  return button('resend', {
    text: 'Resend code',
    style: 'primary',
    do: { ...call(resend), busy: { text: 'Sending the code' } },
  })
}
