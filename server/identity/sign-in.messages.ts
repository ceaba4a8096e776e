/** Specification 1 §8. */
export const signInMessages = {
  'signIn.invalid': 'Invalid credentials. Please enter a valid username and password.',
  // The specification sets no limit.
  'signIn.wrongTooOften':
    'Too many wrong passwords were entered for this username. Please sign in with a browser that you have used here before, choose a new password with “Forgot Password?”, or try again in {wait}.',
  'signIn.otherKind':
    "We couldn't find the account. If you are a guardian, Please check the 'I am a Guardian' checkbox.",
  // The specification has no words for a patient who ticked the box.
  'signIn.isPatient':
    "We couldn't find a guardian account. If you are the patient, please clear the 'I am a Guardian' checkbox.",
  'signIn.username': 'Please enter your username.',
  'signIn.password': 'Please enter your password.',
  'signIn.usePasskey':
    'Your practice wants more than a password. Please sign in with your passkey. If you have lost it, ask an owner of the practice.',
  'signIn.again': 'Too much time has passed. Please sign in again.',
} as const
