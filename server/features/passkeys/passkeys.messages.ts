export const passkeyMessages = {
  'passkey.begin': 'Too much time has passed. Please add the passkey again.',
  'passkey.refused': 'This passkey could not be verified. Please try again.',
  'passkey.notAccepted': 'This passkey was not accepted. Please sign in with another passkey or your password.',
  'passkey.known': 'This passkey is already on an account.',
  'passkey.unknown': 'This passkey was already removed.',
  'passkey.many': 'An account has at most {most} passkeys. Please remove one first.',
  'passkey.last':
    'Your practice wants more than a password, and this is your only passkey. Add another one or an authenticator app first.',
  'passkey.noName': 'Passkeys do not work at a numeric address. Please open the portal by its name.',
} as const
