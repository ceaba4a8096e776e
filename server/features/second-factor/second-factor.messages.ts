export const secondFactorMessages = {
  'secondFactor.begin': 'Too much time has passed. Please begin again.',
  'secondFactor.already': 'An authenticator app is set up already.',
  'secondFactor.none': 'No authenticator app is set up.',
  'secondFactor.notYet': 'That code is not right. Please wait for the next code in your app and enter it.',
  'secondFactor.wrong': 'The code is not right. You have {left} left.',
  'secondFactor.over': 'Too many wrong codes. Please sign in again.',
  'secondFactor.recovery': 'Please enter one of your recovery codes.',
} as const
