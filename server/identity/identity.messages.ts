import { openPatientMessages } from './open-patient.messages.ts'
import { passwordMessages } from './password.messages.ts'
import { proveAgainMessages } from './prove-again.messages.ts'
import { signInMessages } from './sign-in.messages.ts'
import { verificationMessages } from './verification.messages.ts'

/** The errors that several features of accounts throw. */
export const identityMessages = {
  ...openPatientMessages,
  ...passwordMessages,
  ...proveAgainMessages,
  ...signInMessages,
  ...verificationMessages,
} as const
