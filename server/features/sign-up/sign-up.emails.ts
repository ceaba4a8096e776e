import type { Email } from '../../outbox/outbox.ts'

interface SignUpLink {
  licenseeId: string
  to: string
  practice: string
  href: string
}

/** To the owner of a record that others try too often. */
export function signUpLinkEmail({ practice, href, ...address }: SignUpLink): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `Create your account at ${practice}`,
      sentence: `You can go on creating your account at ${practice}.`,
      button: { label: 'Create your account', href },
      details: ['The link works for one day. Never share it with anyone.'],
      why: `You get this email because somebody entered your name and this address to create an account at ${practice}. If that was not you, you do not need to do anything: nobody can go on without this link.`,
    },
  }
}
