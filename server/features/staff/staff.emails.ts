import type { Email } from '../../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
  /** The name of the owner who acted. */
  owner: string
}

/** Invites a person to the staff. The link is the only proof needed to accept. */
export function staffInvitationEmail({
  practice,
  owner,
  acceptAt,
  endsOn,
  ...address
}: Addressed & { acceptAt: string; endsOn: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `You are invited to work in the patient portal of ${practice}`,
      sentence: `${owner} invites you to work in the patient portal of ${practice}.`,
      button: { label: 'Accept and choose your own password', href: acceptAt },
      details: [
        `The link works once, until ${endsOn}. Do not pass it on.`,
        'If you did not expect this email, please call the office.',
      ],
      why: `You get this email because ${owner} entered this address for you.`,
    },
  }
}

/** `when` is a moment in words; `isNeeded`: the practice wants a second factor of its staff. */
export function secondFactorOffEmail({
  practice,
  owner,
  login,
  when,
  isNeeded,
  signInAt,
  ...address
}: Addressed & { login: string; when: string; isNeeded: boolean; signInAt: string }): Email {
  const next = isNeeded
    ? 'set up an authenticator app or a passkey again when you next sign in'
    : 'sign in with your password alone'
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your second factor at ${practice} was turned off`,
      sentence: `${owner} turned off the authenticator app and the passkeys of your account ${login} at ${practice} on ${when}.`,
      button: { label: 'Sign in', href: signInAt },
      details: [
        `You were signed out everywhere, and you ${next}.`,
        'If you did not ask for this, please call the office at once.',
      ],
      why: 'You get this email because we tell you about every change to the security of your account.',
    },
  }
}

/** The same for a person who has requested the link. It does not name who did: anyone can. */
export function forgottenPasswordEmail({
  practice,
  login,
  chooseAt,
  endsOn,
  ...address
}: Omit<Addressed, 'owner'> & { login: string; chooseAt: string; endsOn: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Choose a new password at ${practice}`,
      sentence: `Here is a link to choose a new password for your account ${login} at ${practice}.`,
      button: { label: 'Choose a new password', href: chooseAt },
      details: [`The link works once, until ${endsOn}. Do not pass it on. Your password stays as it is until then.`],
      why: 'You get this email because somebody asked for a new password for your account. If that was not you, you do not need to do anything. If it happens again, please tell an owner of the practice.',
    },
  }
}

/** The link sets the password once; a second factor is asked for as before. */
export function passwordLinkEmail({
  practice,
  owner,
  login,
  chooseAt,
  endsOn,
  ...address
}: Addressed & { login: string; chooseAt: string; endsOn: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Choose a new password at ${practice}`,
      sentence: `${owner} sends you a link to choose a new password for your account ${login} at ${practice}.`,
      button: { label: 'Choose a new password', href: chooseAt },
      details: [
        `The link works once, until ${endsOn}. Do not pass it on. Your password of before works until then.`,
        'If you did not ask for this, please call the office at once.',
      ],
      why: 'You get this email because you work in the patient portal of the practice.',
    },
  }
}
