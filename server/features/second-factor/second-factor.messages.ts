export const secondFactorMessages = {
  'secondFactor.begin': 'Too much time has passed. Please begin again.',
  'secondFactor.already': 'An authenticator app is set up already.',
  'secondFactor.none': 'No authenticator app is set up.',
  'secondFactor.notYet':
    'This is not the code that the app shows for this key. Please wait for the next code and enter it.',
  'secondFactor.wrong': 'The code is not right. You have {left} left.',
  'secondFactor.over': 'That was one wrong code too many. Please sign in again.',
  'secondFactor.recovery': 'Please enter one of your recovery codes.',
} as const
