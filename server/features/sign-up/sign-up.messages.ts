/** Specification 1 §5 and §8; where the specification only marks a field, the text is the portal's own. */
export const signUpMessages = {
  'signUp.firstName': 'Please enter your first name.',
  'signUp.lastName': 'Please enter your last name.',
  'signUp.birthDay': 'Please enter your date of birth.',
  'signUp.noDay': 'Invalid Date',
  'signUp.future': 'The date of birth cannot be in the future.',
  'signUp.gender': 'Please choose your gender.',
  'signUp.zip': 'Please enter your ZIP code.',
  'signUp.username': 'Please choose a username.',
  'signUp.usernameForm': 'Use 4 to 100 characters, without spaces at the start or end.',
  'signUp.taken': 'Username already exists. Please choose another one.',
  'signUp.terms': 'Please read the terms and tick this box.',
  'signUp.failed': 'Account creation failed. Please try again later.',
  'signUp.linkOver': 'This link is over. Please start again.',
  'signUp.step': 'That step is not open now. Please continue here.',
} as const
