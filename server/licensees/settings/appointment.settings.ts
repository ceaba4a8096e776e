import { define } from './definition.ts'

const appointments = { group: 'Appointments', fromPractice: true } as const

/** Booking (specification 1 §4, §6). */
export const appointmentSettings = {
  Allow_Portal_Appointment_Booking: define({
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Booking in the portal',
    help: 'Patients may book appointments themselves.',
    shapes: 'The booking button and every booking screen.',
  }),
  Portal_Enable_By_Office_location: define({
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Booking by office location',
    help: 'Offers to book by choosing a location first.',
    shapes: 'The question how to book.',
  }),
  'Enable PE Custom Appointments': define({
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Own appointment types',
    help: "Asks for one of the practice's own appointment types.",
    shapes: 'Booking: a further question, and the times that fit the type.',
  }),
  DisableTeleHealth_PE: define({
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Switch telehealth off',
    help: 'Only in-office appointments can be booked.',
    shapes: 'The first question of booking.',
  }),
  Telehealth_Type_Name: define({
    ...appointments,
    type: 'text',
    default: 'TeleDermatology',
    maxLength: 60,
    title: 'Name of digital appointments',
    help: 'As patients read it, without the word appointment.',
    shapes: 'Booking and the lists of appointments.',
  }),
  Ask_Insurance_PE: define({
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Ask for the insurance',
    help: 'Marks locations and providers that do not accept it.',
    shapes: 'Booking.',
  }),
}
