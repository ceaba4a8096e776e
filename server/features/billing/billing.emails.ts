import type { Email } from '../../outbox/outbox.ts'

interface Notice {
  licenseeId: string
  to: string
  practice: string
  /** The bill is for the owner of the account. */
  isOwn: boolean
}

/** Names no amount and no patient, because other people may read the e-mail, and has no link, because false bills have one. */
export function newBillEmail({ practice, isOwn, ...address }: Notice): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `A new bill from ${practice}`,
      sentence: isOwn
        ? `There is a new bill for you at ${practice}.`
        : `There is a new bill at ${practice} for a patient you act for.`,
      details: ['To see it, sign in to the portal as you always do and open Billing.'],
      why: 'You get this email because your account in the patient portal can see bills.',
    },
  }
}
