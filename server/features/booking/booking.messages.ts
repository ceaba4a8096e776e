/** What booking says when something cannot be done (specification 1 §5, §8). */
export const bookingMessages = {
  'booking.incomplete': 'Some of your choices are missing or are not offered any more. Please choose again.',
  'booking.modeOff': 'This kind of appointment is not offered by your practice.',
  'booking.notOffered': 'This provider does not offer such an appointment at that location. Please choose again.',
  'booking.past': 'This time is over. Please select a different slot.',
  'booking.holdUnknown': 'We could not find this slot among those held for you. Please select a slot again.',
  'booking.holdEnded': 'This slot is not held for you any more. Please select a slot again.',
  'booking.unconfirmed':
    'The practice system did not confirm your appointment. Your slot is still held: please try again in a moment.',
  'booking.running': 'Your appointment is still being booked. Please look at your appointments in a moment.',
  'booking.unknown': 'We could not find this booking. Please look at your appointments.',
} as const
