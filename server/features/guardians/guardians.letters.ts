import type { Letter } from '../../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
  /** Who authorised: names of the practice's record, not what somebody typed. */
  patient: { firstName: string; lastName: string }
  /** Of the practice, as people read it; may be empty. */
  phone: string
}

/** Tells a guardian that they may act for somebody (never with a password). */
export function authorisedLetter({
  practice,
  patient,
  phone,
  isNew,
  signInAt,
  ...address
}: Addressed & { isNew: boolean; signInAt: string }): Letter {
  const name = `${patient.firstName} ${patient.lastName}`
  const password = isNew
    ? `Your username is this e-mail address. ${name} has chosen a password and tells it to you; please change it after your first sign-in.`
    : 'Sign in as before, with the password that you have.'
  return {
    ...address,
    channel: 'mail',
    subject: `You are authorised at ${practice}`,
    text: [
      `${name} has authorised you to use their account in the patient portal of ${practice}.`,
      `Sign in at ${signInAt} and tick 'I am a Guardian'. ${password}`,
      unexpected(phone),
    ].join('\n\n'),
  }
}

/** The link is the one thing that lets its reader accept. */
export function invitationLetter({
  practice,
  patient,
  phone,
  acceptAt,
  endsOn,
  ...address
}: Addressed & { acceptAt: string; endsOn: string }): Letter {
  return {
    ...address,
    channel: 'mail',
    subject: `You are invited to the patient portal of ${practice}`,
    text: [
      `${patient.firstName} ${patient.lastName} invites you to use their account in the patient portal of ${practice}.`,
      `To accept, open this link and choose your own password:\n${acceptAt}`,
      `The link works once, until ${endsOn}. Do not pass it on.`,
      unexpected(phone),
    ].join('\n\n'),
  }
}

function unexpected(phone: string): string {
  return `If you did not expect this mail, please call the office${phone ? ` at ${phone}` : ''}.`
}
