import { DeliveryError } from '../delivery-error.ts'
import type { MailMessage } from './mail.ts'

/** Exactly one address, with nothing that mail parses as a list, a group, a display name or a further header. */
const oneAddress = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u

/** Throws a DeliveryError `refused` for values that would add a header or a recipient. */
export function checkMessage({ to, from, subject }: Pick<MailMessage, 'to' | 'from' | 'subject'>): void {
  if (!oneAddress.test(to) || to.length > 254) throw new DeliveryError('refused', 'no address')
  if (!oneAddress.test(from)) throw new DeliveryError('refused', 'no sender')
  if (/[\r\n\0]/.test(subject)) throw new DeliveryError('refused', 'a subject of several lines')
}
