/** Errors of booking (specification 1 §5, §8). */
export const bookingMessages = {
  'booking.incomplete': 'Some of your choices are missing or no longer offered. Please choose again.',
  'booking.modeOff': 'Your practice does not offer this kind of appointment.',
  'booking.notOffered': 'This provider does not offer this kind of appointment at that location. Please choose again.',
  'booking.past': 'This time has passed. Please select a different slot.',
  'booking.holdUnknown': 'We are not holding this slot for you. Please select a slot again.',
  'booking.unconfirmed':
    'The practice system did not confirm your appointment. Your slot is still held: please try again in a moment, or call {office}.',
  'booking.running': 'Your appointment is still being booked. Please look at your appointments in a moment.',
  'booking.tooMany': 'You have booked many appointments in a short time. Please try again later, or call {office}.',
  'booking.moveOff': 'You cannot reschedule appointments here. Please call {office}.',
  'booking.moveUnknown': 'We could not find this appointment. Please look at your appointments.',
  'booking.moveGone': 'This appointment was cancelled, so nothing was changed. Please book a new one.',
  'booking.moveLate': 'It is too late to reschedule this appointment here. Please call {office}.',
  'booking.moveByOffice': 'Only the office can move this appointment. Please call {office}.',
  'booking.waitOff': 'There is no waiting list here. Please call the office.',
  'booking.waitUntil': 'Please choose a day from today on, within the next two months.',
  'booking.waitMany': 'You are already on several waiting lists. Please leave one first.',
  'booking.waitNoMail': 'We have no email address for you. Please call the office to add one.',
  'booking.waitUnknown': 'You are no longer on this waiting list.',
  'booking.unknown': 'We could not find this booking. Please look at your appointments.',
} as const
