import type { OutboxMessage } from '../../outbox/outbox.ts'

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
}: Addressed & { logins: readonly string[]; signInAt: string }): OutboxMessage {
  const words = logins.length === 1 ? 'Your username is:' : 'Your usernames are:'
  return {
    ...address,
    channel: 'mail',
    subject: `Your username at ${practice}`,
    text: [
      `You asked for the username of your account at ${practice}.`,
      [words, ...logins].join('\n'),
      `You can sign in at ${signInAt}`,
      'If you did not ask for it, you do not need to do anything: nobody can sign in without your password.',
    ].join('\n\n'),
  }
}
