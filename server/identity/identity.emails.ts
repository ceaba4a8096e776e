import type { Email } from '../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
}

/** Plain words for other channels are in verification.ts. */
export function codeEmail({ practice, code, ...address }: Addressed & { code: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: 'Your verification code',
      sentence: 'Your verification code is',
      code,
      details: ['It works for two minutes. Never share it with anyone.'],
      why: `You get this email because somebody asked for a code at ${practice}. If that was not you, you do not need to do anything.`,
    },
  }
}

export const securityChanges = {
  passwordChanged: 'The password was changed for',
  secondFactorOn: 'An authenticator app was set up for',
  secondFactorOff: 'The authenticator app was turned off for',
  newRecoveryCodes: 'New recovery codes were made for',
  recoveryCodeUsed: 'A recovery code was used to sign in to',
  emailChanged: 'The email address was changed for',
  passkeyAdded: 'A passkey was added to',
  passkeyRemoved: 'A passkey was removed from',
} as const

/** `when` is a moment in words. */
export function securityEmail({
  practice,
  what,
  login,
  when,
  ...address
}: Addressed & { what: keyof typeof securityChanges; login: string; when: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your account's security settings at ${practice} changed`,
      sentence: `${securityChanges[what]} the account ${login} at ${practice} on ${when}.`,
      details: ['If this was you, you do not need to do anything. If not, please call the office at once.'],
      why: 'You get this email because we tell you about every change to the security of your account.',
    },
  }
}

/** For the writer of something that waited and may not be sent any more. `when` is a moment in words. */
export function notSentEmail({
  practice,
  what,
  when,
  ...address
}: Addressed & { what: 'email' | 'message'; when: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your ${what} at ${practice} will not be sent`,
      sentence: `The ${what} that you wrote at ${practice} on ${when} will not be sent.`,
      details: [
        'While it waited, your access ended or the practice switched this off.',
        'If it matters, please call the office.',
      ],
      why: 'You get this email because we tell you when something that you wrote is not sent.',
    },
  }
}
