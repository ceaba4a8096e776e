/** What booking says when something cannot be done (specification 1 §5, §8). */
export const bookingMessages = {
  'booking.incomplete': 'Some of your choices are missing or are not offered any more. Please choose again.',
  'booking.modeOff': 'This kind of appointment is not offered by your practice.',
  'booking.notOffered': 'This provider does not offer such an appointment at that location. Please choose again.',
  'booking.past': 'This time is over. Please select a different slot.',
  'booking.holdUnknown': 'We could not find this slot among those held for you. Please select a slot again.',
  'booking.unconfirmed':
    'The practice system did not confirm your appointment. Your slot is still held: please try again in a moment.',
  'booking.running': 'Your appointment is still being booked. Please look at your appointments in a moment.',
  'booking.moveOff': 'Your practice does not offer to reschedule appointments here. Please call {office}.',
  'booking.moveUnknown': 'We could not find this appointment. Please look at your appointments.',
  'booking.moveGone': 'This appointment was cancelled meanwhile, so nothing was changed. Please book a new one.',
  'booking.moveLate': 'It is too late to reschedule this appointment here. Please call {office}.',
  'booking.moveByOffice': 'This appointment can be moved by the office only. Please call {office}.',
  'booking.waitOff': 'Your practice has no waiting list here. Please call the office.',
  'booking.waitUntil': 'Please choose a day from today on, within the next two months.',
  'booking.waitMany': 'You are waiting for several times already. Please leave one of them first.',
  'booking.waitNoMail': 'Your practice knows no e-mail address of yours. Please call the office to add one.',
  'booking.waitUnknown': 'You are not on this waiting list any more.',
  'booking.unknown': 'We could not find this booking. Please look at your appointments.',
} as const
