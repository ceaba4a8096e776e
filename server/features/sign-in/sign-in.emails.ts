import type { Email } from '../../outbox/outbox.ts'

interface WrongPasswords {
  licenseeId: string
  to: string
  practice: string
  login: string
  /** A moment in words. */
  when: string
  choosePasswordAt: string
}

export function wrongPasswordsEmail({ practice, login, when, choosePasswordAt, ...address }: WrongPasswords): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Wrong passwords for your account at ${practice}`,
      sentence: `Until ${when}, more than ten wrong passwords were entered for the account ${login} at ${practice}, in browsers that had not signed in to it before.`,
      details: [
        'If this was you, you do not need to do anything. If not, somebody may be trying to guess your password. The portal slows this down, and stops it after a number of wrong passwords a day.',
        'You can always sign in with a browser that you have used here before, or choose a new password. Choose one that you use nowhere else.',
      ],
      button: { label: 'Choose a new password', href: choosePasswordAt },
      why: 'You get this email because we tell you what concerns the security of your account, at most once a day about this.',
    },
  }
}
