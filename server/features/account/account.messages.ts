/** Specification 1 §8. */
export const accountMessages = {
  'signIn.invalid': 'Invalid credentials. Please enter a valid username and password.',
  'signIn.otherKind':
    "We couldn't find the account. If you are a guardian, Please check the 'I am a Guardian' checkbox.",
  'signIn.username': 'Please enter your username.',
  'signIn.password': 'Please enter your password.',
  'signIn.mustReset':
    'Existing patient identified. Your password must be reset before you can sign in. Please call the office at {phone}.',
} as const
