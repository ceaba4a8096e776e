import type { Email } from '../../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
}

/** All forgotten usernames of a person, in one e-mail. */
export function usernameEmail({
  practice,
  logins,
  signInAt,
  ...address
}: Addressed & { logins: readonly string[]; signInAt: string }): Email {
  const label = logins.length === 1 ? 'Your username is:' : 'Your usernames are:'
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Your username at ${practice}`,
      sentence: `You asked for the username of your account at ${practice}.`,
      list: { label, values: logins },
      button: { label: 'Sign in', href: signInAt },
      why: 'You get this email because somebody asked for your username. If that was not you, you do not need to do anything: nobody can sign in without your password.',
    },
  }
}
