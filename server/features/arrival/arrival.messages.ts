/** Errors of the page after a booking. */
export const arrivalMessages = {
  'arrival.over': 'This appointment has passed or was cancelled. Please check your appointments.',
  'arrival.linkEnded': 'This link has ended. For further assistance please call {office}.',
  'arrival.notToday': 'You can tell us that you have arrived on the day of your appointment.',
  'arrival.noForm': 'This form is no longer open. Please reload the page.',
  'arrival.noTarget': 'This link does not work or has expired. Please check your appointments.',
} as const
