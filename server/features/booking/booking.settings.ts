import { settings } from '../../licensees/settings/definition.ts'

const appointments = { group: 'Appointments', fromPractice: true } as const

/** What booking asks and offers (specification 1 §4, §6). */
export const bookingSettings = settings({
  Portal_Enable_By_Office_location: {
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Book by office location',
    help: 'Patients can choose a location first.',
    onText: 'Patients can choose a location first.',
    offText: 'Booking by location is off.',
    shapes: 'The first questions of booking.',
  },
  'Enable PE Custom Appointments': {
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Your appointment types',
    help: 'Patients choose one of your appointment types. While this is off, they book the usual type.',
    onText: 'Patients choose one of your appointment types.',
    offText: 'Patients book the usual type only.',
    shapes: 'Booking: one more question, and the times that fit the type.',
  },
  DisableTeleHealth_PE: {
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Stop telehealth booking',
    help: 'Patients can book in-office appointments only.',
    onText: 'Telehealth booking is off for patients.',
    offText: 'Patients can book telehealth appointments.',
    shapes: 'The first question of booking.',
  },
  Telehealth_Type_Name: {
    ...appointments,
    type: 'text',
    default: 'Video visit',
    maxLength: 60,
    title: 'Name of telehealth appointments',
    help: 'The name patients read. “Appointment” is added unless it ends in “visit” or “call”.',
    shapes: 'Booking and the lists of appointments.',
  },
  Ask_Insurance_PE: {
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Ask for insurance',
    help: 'Marks the locations and providers that do not take the patient’s insurance.',
    onText: 'Booking asks for insurance.',
    offText: 'Booking does not ask for insurance.',
    shapes: 'Booking.',
  },
  Portal_Overlap_Warning: {
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Warn about overlaps',
    help: 'Warns a patient who already has an appointment at that time.',
    onText: 'Patients are warned about overlaps.',
    offText: 'Patients are not warned about overlaps.',
    shapes: 'The check before an appointment is booked.',
  },
})
