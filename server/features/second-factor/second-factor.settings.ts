import { settings } from '../../licensees/settings/definition.ts'

/** The authenticator app; off by default, because it would surprise. */
export const secondFactorSettings = settings({
  Portal_Second_Factor: {
    type: 'boolean',
    default: false,
    group: 'Access',
    sensitive: 'settings staff',
    title: 'Authenticator app',
    help: 'People can also protect their account with a code from an authenticator app.',
    onText: 'People can add an authenticator app.',
    offText: 'No one can add an authenticator app. Those who have one still use it.',
    shapes:
      'Settings in the account menu, and your own account here. People who have set up an app are asked for its code until they remove it.',
  },
})
