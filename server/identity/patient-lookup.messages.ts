/** Of looking a person up who is not signed in. */
export const lookupMessages = {
  'lookup.contact': 'Enter the email address or cell phone number.',
  'lookup.tooMany': 'Too many people have tried this today. Please call the office.',
} as const
