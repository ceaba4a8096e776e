/** What the page after a booking says when something cannot be done. */
export const arrivalMessages = {
  'arrival.over': 'This appointment is over or was cancelled. Please look at your appointments.',
  'arrival.notToday': 'You can tell us that you have arrived on the day of your appointment.',
  'arrival.noForm': 'This form is not open for you any more. Please open the page again.',
  'arrival.noTarget': 'This link leads nowhere, or it has ended. Please look at your appointments.',
} as const
