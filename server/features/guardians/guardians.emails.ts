import type { Email } from '../../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
  /** The authorizing patient: names from the practice's record, not typed text. */
  patient: { firstName: string; lastName: string }
}

const unexpected = 'If you did not expect this email, please call the office.'

/** Notifies a guardian of an authorization (never with a password). */
export function authorizedEmail({
  practice,
  patient,
  isNew,
  signInAt,
  ...address
}: Addressed & { isNew: boolean; signInAt: string }): Email {
  const name = `${patient.firstName} ${patient.lastName}`
  const password = isNew
    ? `Your username is this email address. ${name} chose a password and will tell it to you. Please change it after you first sign in.`
    : 'Sign in as before, with the password that you have.'
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `You can now use an account at ${practice}`,
      sentence: `${name} has authorized you to use their account in the patient portal of ${practice}.`,
      button: { label: 'Sign in', href: signInAt },
      details: [`Tick 'I am a Guardian' when you sign in. ${password}`, unexpected],
      why: `You get this email because ${name} entered this address for you.`,
    },
  }
}

/** Invites a guardian. The link is the only proof needed to accept. */
export function invitationEmail({
  practice,
  patient,
  acceptAt,
  endsOn,
  ...address
}: Addressed & { acceptAt: string; endsOn: string }): Email {
  const name = `${patient.firstName} ${patient.lastName}`
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `You are invited to the patient portal of ${practice}`,
      sentence: `${name} invites you to use their account in the patient portal of ${practice}.`,
      button: { label: 'Accept and choose your own password', href: acceptAt },
      details: [`The link works once, until ${endsOn}. Do not pass it on.`, unexpected],
      why: `You get this email because ${name} entered this address for you.`,
    },
  }
}
