import addressparser from 'nodemailer/lib/addressparser'
import { DeliveryError } from '../delivery-error.ts'
import type { MailMessage } from './mail.ts'

/**
 * Nothing that mail reads as a list, a group, a comment, a quotation, a network address or a further header, and nothing
 * that makes an address look like another one, such as what turns the direction of writing.
 */
const plainAddress = /^[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+@[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+$/u

/** True for exactly one address, as the library that sends reads it. */
function isOneAddress(text: string): boolean {
  const [first, ...others] = addressparser(text, { flatten: true })
  return plainAddress.test(text) && others.length === 0 && first?.address === text && first.name === ''
}

/** Throws a DeliveryError `refused` for values that would add a header or a recipient. */
export function checkMessage({
  to,
  from,
  replyTo,
  subject,
}: Pick<MailMessage, 'to' | 'from' | 'replyTo' | 'subject'>): void {
  if (!isOneAddress(to) || to.length > 254) throw new DeliveryError('refused', 'no address')
  if (!isOneAddress(from)) throw new DeliveryError('refused', 'no sender')
  if (replyTo !== undefined && !isOneAddress(replyTo)) throw new DeliveryError('refused', 'no address for replies')
  if (/[\r\n\0]/.test(subject)) throw new DeliveryError('refused', 'a subject of several lines')
}
