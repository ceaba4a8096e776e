/** Specification 1 §5 and §8, of passwords that are chosen anew. */
export const passwordMessages = {
  'password.required': 'Please enter a password.',
  'password.confirmRequired': 'Please enter the password again.',
  'password.criteria': "Password doesn't match the criteria",
  'password.mismatch': "Entered passwords doesn't match",
  'password.common': 'This password is used by many people. Please choose another one.',
} as const
