import type { Email } from '../../outbox/outbox.ts'
import { keptDays } from './mail.rules.ts'

interface LinkEmail {
  licenseeId: string
  to: string
  practice: string
  readAt: string
}

/** The link to a secure mail. It names neither who wrote it nor what is in it: others may read an email. */
export function secureMailEmail({ practice, readAt, ...address }: LinkEmail): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: 'You have a secure message',
      sentence: `A message for you is kept at the patient portal of ${practice}.`,
      button: { label: 'Read the message', href: readAt },
      details: [
        'When you open the link, a code is sent to this address. With the code you can read the message.',
        `The link works once, and the message can be read for ${keptDays} days. You need no account.`,
      ],
      why: `You get this email because somebody wrote to this address with the patient portal of ${practice}. If you do not expect a message, you do not need to do anything.`,
    },
  }
}
