/** Of acts that need more than an open session. */
export const proveAgainMessages = {
  'proof.required': 'Please enter your current password.',
  'proof.wrong': 'This is neither your current password nor a code that counts now.',
} as const
