/** Errors of actions that need more than an open session. */
export const proveAgainMessages = {
  'proof.required': 'Please enter your current password.',
  'proof.needed': 'Please confirm that it is you.',
  'proof.code': 'Please enter the code from your authenticator app.',
  'proof.wrongCode': 'That code does not work now. Enter the newest one from your app; each works once.',
  'proof.recovery': 'Please enter one of your recovery codes.',
  'proof.wrongRecovery': 'That is none of your recovery codes, or it has been used.',
  'proof.wrongPasskey': 'This passkey could not be verified. Please try again.',
  'proof.wrong': 'That is not your current password or a code that works now.',
} as const
