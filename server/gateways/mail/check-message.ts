import { MailRefused } from './mail.errors.ts'
import type { MailMessage } from './mail.ts'

/** One address and nothing that mail reads as a list, a group, a name or a further header. */
const oneAddress = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u

/** Throws MailRefused for what would add a header or a recipient. */
export function checkMessage({ to, from, subject }: Pick<MailMessage, 'to' | 'from' | 'subject'>): void {
  if (!oneAddress.test(to) || to.length > 254) throw new MailRefused('no address')
  if (!oneAddress.test(from)) throw new MailRefused('no sender')
  if (/[\r\n\0]/.test(subject)) throw new MailRefused('a subject of several lines')
}
