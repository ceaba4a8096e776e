/** Specification 2 §8: the same words whether nobody fits or several do. */
export const guestsMessages = {
  'guests.none': 'No patient information found.',
  'guests.firstName': 'Enter the first name.',
  'guests.lastName': 'Enter the last name.',
  'guests.birthDay': 'Enter the date of birth.',
  'guests.noDay': 'Enter a date as month/day/year.',
  'guests.future': 'The date of birth cannot be in the future.',
  'guests.gender': 'Choose a gender.',
  'guests.zip': 'Enter the ZIP code.',
  'guests.linkOver':
    'This link was used already, or is over. Please verify the patient instead, or ask the office for a new link.',
  'guests.number': 'Enter the invoice number.',
  'guests.digits': 'Enter digits only, at most 10.',
  'guests.wrongNumber': 'This is no invoice number of this patient.',
  'guests.signedIn': 'You are signed in. Please sign out first, or pay under Billing.',
} as const
