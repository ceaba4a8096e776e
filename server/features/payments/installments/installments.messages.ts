export const installmentsMessages = {
  'payments.firstDay': 'Choose a day from today up to {latest}.',
  'payments.agreement': 'Please tick that you agree.',
  'payments.noEmail': 'The office has no email address of yours for reminders. Please call the office.',
  'payments.noPlan': 'There are no installments that you can stop.',
} as const
