import type { Email } from '../../outbox/outbox.ts'

interface Notice {
  licenseeId: string
  to: string
  practice: string
  /** A moment in words. */
  when: string
}

const why = 'You get this email because we tell you about every change to your account.'

/** Names neither the patient nor a reason, because other people may read an email. */
export function disabledEmail({ practice, when, ...address }: Notice): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your online account at ${practice} is closed`,
      sentence: `${practice} has closed your online account on ${when}.`,
      details: ['You cannot sign in while it is closed. If you have a question about it, please call the office.'],
      why,
    },
  }
}

export function enabledEmail({ practice, when, signInAt, ...address }: Notice & { signInAt: string }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your online account at ${practice} is open again`,
      sentence: `${practice} has opened your online account again on ${when}. You can sign in with the password that you had.`,
      button: { label: 'Sign in', href: signInAt },
      details: ['If you did not expect this, please call the office.'],
      why,
    },
  }
}

const callAtOnce = 'If you did not ask the office for this, please call it at once.'

export function oneTimePasswordEmail({ practice, when, ...address }: Notice): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your password at ${practice} was reset`,
      sentence: `${practice} has set a one-time password for your account on ${when}. You choose a new one when you sign in with it.`,
      details: ['You are signed out everywhere.', callAtOnce],
      why,
    },
  }
}

export function authenticatorOffEmail({ practice, when, ...address }: Notice): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your authenticator app at ${practice} was turned off`,
      sentence: `${practice} has turned off the authenticator app of your account on ${when}. You sign in with your password alone until you set one up again.`,
      details: ['You are signed out everywhere.', callAtOnce],
      why,
    },
  }
}

/** To the new address. `until` is a moment in words. */
export function confirmEmailEmail({
  practice,
  confirmAt,
  until,
  ...address
}: Omit<Notice, 'when'> & { confirmAt: string; until: string; notAfter: Date }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Confirm your email address at ${practice}`,
      sentence: `${practice} was asked to use this address for your account.`,
      button: { label: 'Confirm the address', href: confirmAt },
      details: [`The link works once, until ${until}. You need the password of your account.`],
      why: 'You get this email because somebody gave this address to the office. If that was not you, you do not need to do anything.',
    },
  }
}

/** To the address until now. */
export function emailRequestedEmail({ practice, when, ...address }: Notice): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `A new email address for your account at ${practice}`,
      sentence: `On ${when}, ${practice} was asked to change the email address of your account.`,
      details: ['It changes when the new address is confirmed with your password.', callAtOnce],
      why,
    },
  }
}

/** `until` is a moment in words. */
export function resetLinkEmail({
  practice,
  login,
  chooseAt,
  until,
  ...address
}: Omit<Notice, 'when'> & { login: string; chooseAt: string; until: string; notAfter: Date }): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Choose a new password at ${practice}`,
      sentence: `${practice} sends you a link to choose a new password for the account ${login}.`,
      button: { label: 'Choose a password', href: chooseAt },
      details: [`The link works once, until ${until}. Until you choose a new password, the one that you have works.`],
      why: 'You get this email because you asked the office for help with your password. If that was not you, please call the office and do not use the link.',
    },
  }
}
