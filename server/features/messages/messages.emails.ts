import type { Email } from '../../outbox/outbox.ts'

interface Notice {
  licenseeId: string
  to: string
  practice: string
  /** The message is for the owner of the account. */
  isOwn: boolean
  /** The address that turns these e-mails off; undefined if they were chosen before there was one. */
  stopAt: string | undefined
}

/** Names neither sender nor subject nor patient, because other people may read the e-mail, and leads to no message. */
export function newMessageEmail({ practice, isOwn, stopAt, ...address }: Notice): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `A new message from ${practice}`,
      sentence: isOwn
        ? `There is a new message for you at ${practice}.`
        : `There is a new message at ${practice} for a patient you act for.`,
      details: ['To read it, sign in to the portal as you always do and open Messages.'],
      why: 'You get this email because you chose to. You can turn these emails off under Settings.',
      ...(stopAt === undefined ? {} : { stop: { label: 'Turn off these emails', href: stopAt } }),
    },
  }
}
