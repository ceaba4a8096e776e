import { define } from './definition.ts'

/** How people get in, beyond the specification; off where it would surprise. */
export const accessSettings = {
  Portal_Passkeys: define({
    type: 'boolean',
    default: false,
    group: 'Access',
    title: 'Passkeys',
    help: 'People may sign in with a fingerprint, face or security key instead of a password. While it is off, passkeys that they have added are kept and do not work.',
    shapes: 'Sign-in and Settings.',
  }),
  Portal_Second_Factor: define({
    type: 'boolean',
    default: false,
    group: 'Access',
    title: 'Second factor',
    help: 'People may protect their account with a code of an authenticator app as well.',
    shapes: 'Settings. Who has set up a second factor is asked for it as long as they keep it.',
  }),
  Guardian_Invitations: define({
    type: 'boolean',
    default: false,
    group: 'Access',
    title: 'Invite guardians by e-mail',
    help: 'Instead of choosing a password for a guardian, a patient sends an invitation; the guardian chooses their own. A patient also says which parts the guardian may use, and until when.',
    shapes: 'Account Authorization.',
  }),
}
