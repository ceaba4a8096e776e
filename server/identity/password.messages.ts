/** Specification 1 §5 and §8, for new passwords. */
export const passwordMessages = {
  'password.required': 'Please enter a password.',
  'password.confirmRequired': 'Please enter the password again.',
  'password.criteria': "Password doesn't match the criteria",
  'password.mismatch': "Entered passwords doesn't match",
  'password.common': 'Many people use this password. Please choose another one.',
  'password.same': 'This is the password that you have now. Please choose another one.',
  'password.guessable':
    'This password is easy to guess: it is mostly your name, your username or the name of the practice. Please choose another one.',
} as const
