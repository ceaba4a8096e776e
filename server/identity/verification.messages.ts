/** Of codes that prove an e-mail address or a phone. The specification flags a wrong code without words; people need some (WCAG 3.3.1). */
export const verificationMessages = {
  'verification.choose': 'Please choose where the code goes.',
  'verification.required': 'Please enter the code.',
  'verification.digits': 'Please enter the {limit} digits of the code.',
  'verification.numeric': 'A code has digits only.',
  'verification.wrong': 'The code is not right. You have {left} left.',
  'verification.over': 'This code does not count any more. Please have a new one sent.',
  'verification.unsent': 'The code could not be sent. Please try again in a few minutes.',
  'verification.sends': 'No more codes are sent this time. Please start again, or call the office.',
} as const
