/** The words for a password itself are in password.messages.ts. */
export const resetPasswordMessages = {
  'reset.over':
    'A new password can be set only once, and only for a while. If you have just set it, please sign in with it. Otherwise please start again.',
} as const
