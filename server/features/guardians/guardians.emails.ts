import type { OutboxMessage } from '../../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
  /** The authorizing patient: names from the practice's record, not typed text. */
  patient: { firstName: string; lastName: string }
  /** The practice's phone number, formatted; may be empty. */
  phone: string
}

/** Notifies a guardian of an authorization (never with a password). */
export function authorizedEmail({
  practice,
  patient,
  phone,
  isNew,
  signInAt,
  ...address
}: Addressed & { isNew: boolean; signInAt: string }): OutboxMessage {
  const name = `${patient.firstName} ${patient.lastName}`
  const password = isNew
    ? `Your username is this e-mail address. ${name} chose a password and will tell it to you. Please change it after you first sign in.`
    : 'Sign in as before, with the password that you have.'
  return {
    ...address,
    channel: 'mail',
    subject: `You can now use an account at ${practice}`,
    text: [
      `${name} has authorized you to use their account in the patient portal of ${practice}.`,
      `Sign in at ${signInAt} and tick 'I am a Guardian'. ${password}`,
      unexpected(phone),
    ].join('\n\n'),
  }
}

/** Invites a guardian. The link is the only proof needed to accept. */
export function invitationEmail({
  practice,
  patient,
  phone,
  acceptAt,
  endsOn,
  ...address
}: Addressed & { acceptAt: string; endsOn: string }): OutboxMessage {
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
  return `If you did not expect this email, please call the office${phone ? ` at ${phone}` : ''}.`
}
