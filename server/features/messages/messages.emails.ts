import type { Email } from '../../outbox/outbox.ts'

interface Notice {
  licenseeId: string
  to: string
  practice: string
  /** The message is for the owner of the account. */
  isOwn: boolean
}

/** Names neither sender nor subject nor patient, because other people may read the e-mail, and has no link. */
export function newMessageEmail({ practice, isOwn, ...address }: Notice): Email {
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
    },
  }
}
