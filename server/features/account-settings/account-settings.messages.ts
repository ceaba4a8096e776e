/** Specification 2 §5 and §8. */
export const settingsMessages = {
  'password.current': 'Please enter the current Password',
  'password.new': 'Please enter the New Password',
  'password.confirm': 'Please enter the Confirm Password',
  'password.criteriaChange': 'Password does not match the criteria',
  'password.mismatchChange': 'Entered Passwords does not match',
  'password.currentWrong': 'Entered Current Password is not valid.',
  'session.unknown': 'This session has ended already.',
} as const
