import { settings } from '../licensees/settings/definition.ts'

/** How the staff of a practice sign in (security.md: a second factor, on by default). */
export const staffAccessSettings = settings({
  Staff_Second_Factor: {
    type: 'boolean',
    default: true,
    group: 'Access',
    sensitive: 'owners',
    title: 'Second factor for the staff',
    help: 'The staff set up an authenticator app or a passkey when they first sign in. From then on they enter the code of the app besides their password, or use the passkey.',
    onText: 'The staff sign in with their password and a code from an authenticator app, or with a passkey.',
    offText: 'The staff sign in with their password alone. Those who have an authenticator app still use it.',
    shapes: 'Signing in at /admin. People who are signed in are not asked until they sign in again.',
  },
})
