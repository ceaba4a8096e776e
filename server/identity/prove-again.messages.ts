/** Errors of actions that need more than an open session. */
export const proveAgainMessages = {
  'proof.required': 'Please enter your current password.',
  'proof.wrong': 'That is not your current password or a code that works now.',
} as const
