/** Errors of the appointments. */
export const appointmentsMessages = {
  'appointments.unknown': 'We could not find this appointment. Please check your appointments.',
  'appointments.cancelOff': 'Your practice does not offer to cancel appointments here. Please call {office}.',
  'appointments.tooLate':
    'It is too late to cancel this appointment here. Please call {office}, so that someone else can have the time.',
  'appointments.reason': 'Please choose a reason.',
  'appointments.unconfirmed':
    'The practice system did not confirm the cancellation. Please check your appointments and try again in a moment.',
} as const
