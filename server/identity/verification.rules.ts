import { randomInt } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { closed } from '../../schemas/base.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { phone } from '../protocol/block-builders.ts'
import type { FlowCode } from './flow.store.ts'

/** Where a code may go. A phone has ten digits. */
export interface Contacts {
  email?: string
  phone?: string
}
export type Way = keyof Contacts

/** The contacts of a record that this portal can send to; without any there is nothing to verify with. */
export function contactsOf(
  { email, cellPhone }: { email: string; cellPhone: string },
  { offers }: Pick<Outbox, 'offers'>,
): Contacts {
  const digits = cellPhone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return {
    ...(email.trim() && offers('mail') ? { email: email.trim() } : {}),
    ...(digits.length === 10 && offers('sms') ? { phone: digits } : {}),
  }
}

export function hasContact({ email, phone: number }: Contacts): boolean {
  return email !== undefined || number !== undefined
}

/** The input of an action that sends a code. */
export const ChosenWays = closed({ byEmail: Type.Optional(Type.Boolean()), byPhone: Type.Optional(Type.Boolean()) })

/** Those of the contacts that a person chose; none of which the record says nothing. */
export function chosenOf(
  { email, phone: number }: Contacts,
  { byEmail, byPhone }: Static<typeof ChosenWays>,
): Contacts {
  return {
    ...(byEmail && email !== undefined ? { email } : {}),
    ...(byPhone && number !== undefined ? { phone: number } : {}),
  }
}

/** Digits as a text: it may begin with zeros. */
export function makeCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Blanks and dashes that people write or paste into a code are not part of it. */
export function typedCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '')
}

const asterisks = '*'.repeat(8)

/** Specification 1 §5: the first letter, then asterisks; as many for every address, so that they tell nothing. */
export function maskedEmail(email: string): string {
  return `${/^./u.exec(email)?.[0] ?? ''}${asterisks}`
}

/** `(***) ***-0167` */
export function maskedPhone(number: string): string {
  return phone(number).text.replaceAll(/\d(?=(?:\D*\d){4})/g, '*')
}

export function maskedContact(way: Way, contact: string): string {
  return way === 'email' ? maskedEmail(contact) : maskedPhone(contact)
}

/** Both when a code goes to both. */
export function maskedText(contacts: Contacts, between = ' and '): string {
  return waysOf(contacts)
    .map(([way, contact]) => maskedContact(way, contact))
    .join(between)
}

export function waysOf({ email, phone: number }: Contacts): [Way, string][] {
  const both: [Way, string | undefined][] = [
    ['email', email],
    ['phone', number],
  ]
  return both.flatMap(([way, contact]): [Way, string][] => (contact === undefined ? [] : [[way, contact]]))
}

/** Whether a code can still be entered. */
export function counts(code: FlowCode | undefined, at: Date): boolean {
  return code !== undefined && code.endsAt > at && code.triesLeft > 0
}

/** The clock of the browser may be a little ahead; what it sees at zero is over. */
const endsEarlyMs = 10_000

/** Whether a code ends now for somebody whose countdown has come to zero. */
export function endsNow(code: FlowCode | undefined, at: Date): boolean {
  return code !== undefined && code.endsAt.getTime() - at.getTime() <= endsEarlyMs
}

export function triesText(left: number): string {
  return left === 1 ? '1 try' : `${left} tries`
}
