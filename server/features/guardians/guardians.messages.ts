/** Specification 2 §5 and §8, authorised accounts. */
export const guardiansMessages = {
  'guardian.name': 'Please enter a name.',
  'guardian.relation': 'Please choose a relation.',
  'guardian.birthDay': 'Please enter the date of birth.',
  'guardian.birthDayFuture': 'Date of birth should not be in the future',
  'guardian.login': 'Please enter a valid email id',
  'guardian.loginTaken': 'Username already exists. Please choose another one.',
  'guardian.already': 'This person is authorised to use your account already.',
  'guardian.scope': 'Please choose at least one part.',
  'guardian.endPast': 'Date should not be in past',
  'guardian.unknown': 'This person is not authorised to use your account any more.',
  'guardian.otherWay': 'Your practice has changed how people are authorised. Please open this page again.',
} as const
