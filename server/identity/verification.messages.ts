/**
 * For codes that verify an e-mail address or a phone. The specification marks a wrong code without text; WCAG 3.3.1
 * requires some.
 */
export const verificationMessages = {
  'verification.choose': 'Please choose where to send the code.',
  'verification.required': 'Please enter the code.',
  'verification.digits': 'Please enter the {limit} digits of the code.',
  'verification.numeric': 'A code has only digits.',
  'verification.wrong': 'The code is not right. You have {left} left.',
  'verification.over': 'This code no longer works. Please ask for a new one.',
  'verification.unsent': 'The code could not be sent. Please try again in a few minutes.',
  'verification.sends': 'We cannot send more codes now. Please start again or call the office.',
} as const
