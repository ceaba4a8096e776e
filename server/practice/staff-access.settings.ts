import { settings } from '../licensees/settings/definition.ts'

/** How the staff of a practice sign in (security.md: a second factor, on by default). */
export const staffAccessSettings = settings({
  Staff_Second_Factor: {
    type: 'boolean',
    default: true,
    group: 'Access',
    title: 'Second factor for the staff',
    help: 'The staff set up an authenticator app when they first sign in, and enter its code besides their password from then on.',
    onText: 'The staff sign in with their password and a code from an authenticator app.',
    offText: 'The staff sign in with their password alone. Those who have an authenticator app still use it.',
    shapes: 'Signing in at /admin. People who are signed in are not asked until they sign in again.',
  },
})
