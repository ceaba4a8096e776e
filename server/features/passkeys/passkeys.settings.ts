import { settings } from '../../licensees/settings/definition.ts'

/** Passkeys; off by default, because they would surprise. */
export const passkeySettings = settings({
  Portal_Passkeys: {
    type: 'boolean',
    default: false,
    group: 'Access',
    sensitive: 'settings staff',
    title: 'Passkeys',
    help: 'People can sign in with a fingerprint, face or security key. While this is off, their passkeys are kept but do not work.',
    onText: 'People can sign in with passkeys.',
    offText: 'Passkeys are off. People sign in with their password.',
    shapes: 'Sign in, and Settings in the account menu.',
  },
})
