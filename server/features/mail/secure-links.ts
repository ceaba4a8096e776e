import type { Email } from '../../outbox/outbox.ts'
import type { Services } from '../../services.ts'
import { openMail } from './mail-content.ts'
import { secureMailEmail } from './mail.emails.ts'
import { mailPaths } from './mail.paths.ts'
import type { MailRow } from './mails.store.ts'

type LinkServices = Pick<Services, 'encryption' | 'linkTokens'>

/** The token of a link to a secure mail, the same each time, so that a repeated email has the same link. */
export function tokenOf(
  { linkTokens }: Pick<Services, 'linkTokens'>,
  { licenseeId, id, number }: Pick<MailRow, 'licenseeId' | 'id'> & { number: number },
): string {
  return linkTokens('secureMail', licenseeId, id, String(number))
}

/** The email with a link to a secure mail; by default its first. */
export function linkEmail(services: LinkServices, row: MailRow, number = 1): Email {
  const { to, link } = openMail(services, row).content
  if (!link) throw new Error('a secure mail has no link')
  const readAt = link.origin + mailPaths.read({ token: tokenOf(services, { ...row, number }) })
  return secureMailEmail({ licenseeId: row.licenseeId, to, practice: link.practice, readAt })
}
