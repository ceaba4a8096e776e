export const passkeyMessages = {
  'passkey.begin': 'Too much time has passed. Please add the passkey again.',
  'passkey.refused': 'This passkey could not be verified. Please try again.',
  'passkey.known': 'This passkey is known already.',
  'passkey.unknown': 'This passkey is removed already.',
  'passkey.many': 'An account has at most {most} passkeys. Please remove one first.',
  'passkey.noName': 'Passkeys do not work at a numeric address. Please open the portal by its name.',
} as const
