import { define } from './definition.ts'

/** Sign-in options beyond the specification; off by default where they would surprise. */
export const accessSettings = {
  Portal_Passkeys: define({
    type: 'boolean',
    default: false,
    group: 'Access',
    title: 'Passkeys',
    help: 'People can sign in with a fingerprint, face or security key. While this is off, their passkeys are kept but do not work.',
    onText: 'People can sign in with passkeys.',
    offText: 'Passkeys are off. People sign in with their password.',
    shapes: 'Sign in, and Settings in the account menu.',
  }),
  Portal_Second_Factor: define({
    type: 'boolean',
    default: false,
    group: 'Access',
    title: 'Authenticator app',
    help: 'People can also protect their account with a code from an authenticator app.',
    onText: 'People can add an authenticator app.',
    offText: 'No one can add an authenticator app. Those who have one still use it.',
    shapes:
      'Settings in the account menu, and your own account here. People who have set up an app are asked for its code until they remove it.',
  }),
  Guardian_Invitations: define({
    type: 'boolean',
    default: false,
    group: 'Access',
    title: 'Only invite guardians by email',
    help: 'The patient sends an invitation and the guardian chooses a password. While this is off, patients can also choose the password themselves.',
    onText: 'Patients can only invite guardians by email.',
    offText: 'Patients can also choose a password for a guardian.',
    shapes: 'Account Access.',
  }),
}
