import { settings } from '../../licensees/settings/definition.ts'

const group = 'Messages and records'

/** Mail to people outside of the practice (specification 2 §2.16). */
export const mailSettings = settings({
  Portal_Simple_Mail: {
    group,
    type: 'boolean',
    default: true,
    title: 'Simple email',
    help: 'Patients can send email to any address. It is not protected on the way.',
    onText: 'Patients can send simple email.',
    offText: 'Patients cannot send simple email.',
    shapes: 'Messages.',
  },
  Portal_Secure_Mail: {
    group,
    type: 'boolean',
    default: true,
    title: 'Secure email',
    help: 'Patients can send messages that stay in the portal. The reader gets a link by email, and a code to read the message.',
    onText: 'Patients can send secure email.',
    offText: 'Patients cannot send secure email.',
    shapes: 'Messages.',
  },
  Portal_Direct_Mail: {
    group,
    type: 'boolean',
    default: true,
    title: 'Direct email',
    help: 'Patients can write to other providers of health care who have a Direct address. The message is signed and encrypted. It needs a Direct service (HISP), which the operator of the portal sets up.',
    onText: 'Patients can send Direct email.',
    offText: 'Patients cannot send Direct email.',
    shapes: 'Messages.',
  },
  Portal_Mail_Domains: {
    group,
    type: 'text',
    lines: true,
    default: '',
    maxLength: 2_000,
    sensitive: 'settings staff',
    title: 'Domains for email',
    help: 'The only domains to which patients can send email, each on its own line, for example clinic.example.com. Their subdomains are included. Leave it empty to allow all.',
    shapes: 'The address of simple, secure, and Direct email.',
  },
  Portal_Mail_Reply_To: {
    group,
    type: 'text',
    default: '',
    maxLength: 254,
    rule: 'email',
    sensitive: 'settings staff',
    title: 'Replies to simple email',
    help: 'The address that gets the replies. Leave it empty to send them to the person who wrote the email.',
    shapes: 'The reply address of simple email.',
  },
})
