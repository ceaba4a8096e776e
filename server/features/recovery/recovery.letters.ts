import type { Letter } from '../../outbox/outbox.ts'

interface Addressed {
  licenseeId: string
  to: string
  practice: string
}

/** All usernames that somebody forgot, in one mail. */
export function usernameLetter({
  practice,
  logins,
  signInAt,
  ...address
}: Addressed & { logins: readonly string[]; signInAt: string }): Letter {
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
