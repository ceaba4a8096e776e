/** Specification 2 §5 and §8, authorised accounts. */
export const guardiansMessages = {
  'guardian.name': 'Please enter a name.',
  'guardian.relation': 'Please choose a relation.',
  'guardian.birthDay': 'Please enter the date of birth.',
  'guardian.birthDayFuture': 'Date of birth should not be in the future',
  'guardian.login': 'Please enter a valid email id',
  'guardian.loginTaken': 'Username already exists. Please choose another one.',
  'guardian.already': 'This person can already use your account.',
  'guardian.scope': 'Please choose at least one feature.',
  'guardian.endDay': 'Please enter the last day as month/day/year.',
  'guardian.endPast': 'Date should not be in past',
  'guardian.unknown': 'This person can no longer use your account.',
  'guardian.otherWay': 'Your practice has changed how people are authorized. Please reload this page.',
} as const
