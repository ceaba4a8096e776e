/** The sentences that a client says by itself, in English for when the shell never came. */
export const clientWords = {
  loading: 'Loading',
  offline: 'The connection was lost. Please check your network and try again.',
  failed: 'Something went wrong. Please try again later.',
  retry: 'Try again',
  unknownBlock: 'This part cannot be shown here.',
  errorPrefix: 'Error: ',
  close: 'Close',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notifications: 'Messages',
  reload: 'A newer version is available. Reload',
  screenLoaded: 'loaded',
  newTab: 'opens in a new tab',
  required: 'required',
  optional: 'optional',
  page: 'Page',
  perPage: 'Show per page',
  of: 'of',
  more: 'More',
  updated: 'This screen was updated.',
} as const
export type ClientWord = keyof typeof clientWords
