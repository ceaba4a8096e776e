import { randomInt } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { closed } from '../../schemas/base.ts'
import { tenDigitsOf } from '../../schemas/phone-number.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { phone } from '../protocol/block-builders.ts'
import type { FlowCode } from './flow.store.ts'

/** The contacts that a code can be sent to. A phone number has ten digits. */
export interface Contacts {
  email?: string
  phone?: string
}
export type ContactKind = keyof Contacts

/** Returns the contacts of a record that this portal can send to. Without any, verification is impossible. */
export function contactsOf(
  { email, cellPhone }: { email: string; cellPhone: string },
  { offers }: Pick<Outbox, 'offers'>,
): Contacts {
  const digits = tenDigitsOf(cellPhone)
  return {
    ...(email.trim() && offers('mail') ? { email: email.trim() } : {}),
    ...(digits !== undefined && offers('sms') ? { phone: digits } : {}),
  }
}

export function hasContact({ email, phone: number }: Contacts): boolean {
  return email !== undefined || number !== undefined
}

/** The input of an action that sends a code. */
export const ChosenContacts = closed({ byEmail: Type.Optional(Type.Boolean()), byPhone: Type.Optional(Type.Boolean()) })

/** Returns the chosen contacts; chosen contacts that are not on record are ignored. */
export function chosenOf(
  { email, phone: number }: Contacts,
  { byEmail, byPhone }: Static<typeof ChosenContacts>,
): Contacts {
  return {
    ...(byEmail && email !== undefined ? { email } : {}),
    ...(byPhone && number !== undefined ? { phone: number } : {}),
  }
}

/** Returns the digits as text, because the first ones may be zeros. */
export function makeCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Removes blanks and dashes that people type or paste into a code. */
export function typedCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '')
}

const asterisks = '*'.repeat(8)

/**
 * Specification 1 §5: the first letter, then asterisks; always the same number, so that they do not reveal the length.
 * The domain stays, by which people recognize which of their addresses it is.
 */
export function maskedEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.?).*?(@[^@]*)?$/u.exec(email) ?? []
  return `${first}${asterisks}${domain}`
}

/** `(***) ***-0167` */
export function maskedPhone(number: string): string {
  return phone(number).text.replaceAll(/\d(?=(?:\D*\d){4})/g, '*')
}

export function maskedContact(kind: ContactKind, contact: string): string {
  return kind === 'email' ? maskedEmail(contact) : maskedPhone(contact)
}

/** Lists both contacts when the code is sent to both. */
export function maskedText(contacts: Contacts, between = ' and '): string {
  return contactEntries(contacts)
    .map(([kind, contact]) => maskedContact(kind, contact))
    .join(between)
}

export function contactEntries({ email, phone: number }: Contacts): [ContactKind, string][] {
  const both: [ContactKind, string | undefined][] = [
    ['email', email],
    ['phone', number],
  ]
  return both.flatMap(([kind, contact]): [ContactKind, string][] => (contact === undefined ? [] : [[kind, contact]]))
}

/** Returns whether a code can still be entered. */
export function counts(code: FlowCode | undefined, at: Date): boolean {
  return code !== undefined && code.endsAt > at && code.triesLeft > 0
}

/** The browser's clock may be slightly ahead: a code that it shows as expired counts as expired. */
const endsEarlyMs = 10_000

/** Returns whether a code expires now for a browser whose countdown has reached zero. */
export function endsNow(code: FlowCode | undefined, at: Date): boolean {
  return code !== undefined && code.endsAt.getTime() - at.getTime() <= endsEarlyMs
}

export function triesText(left: number): string {
  return left === 1 ? '1 try' : `${left} tries`
}
