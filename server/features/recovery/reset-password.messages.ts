/** The messages about the password itself are in password.messages.ts. */
export const resetPasswordMessages = {
  'reset.over':
    'This page sets a new password only once, and only for a short time. If you just set it, please sign in with it. Otherwise please start again.',
} as const
