/** Specification 1 §5, §8. */
export const recoveryMessages = {
  'recovery.unknown': "Sorry, Couldn't find the account. Please re-check the entered details.",
  'recovery.firstName': 'Please enter your first name.',
  'recovery.lastName': 'Please enter your last name.',
  'recovery.birthDay': 'Please enter your date of birth.',
  'recovery.noDay': 'Invalid Date',
  'recovery.future': 'Date of birth should not be in the future',
  'recovery.email': 'Please enter your email id.',
  'recovery.emailForm': 'Please enter a valid email id',
  'recovery.again': 'This step has expired or was started in another browser. Please start again.',
} as const
