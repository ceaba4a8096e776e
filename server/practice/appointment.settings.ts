import { settings } from '../licensees/settings/definition.ts'

const appointments = { group: 'Appointments', fromPractice: true } as const

/** Whether and until when patients may book and change appointments (specification 1 §4, §6). */
export const appointmentSettings = settings({
  Allow_Portal_Appointment_Booking: {
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Online booking',
    help: 'Patients can book appointments themselves.',
    onText: 'Booking is on for patients.',
    offText: 'Booking is off for patients.',
    shapes: 'The booking button and every booking screen.',
  },
  Portal_Cancel_Appointments: {
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Cancel online',
    help: 'Patients can cancel an upcoming appointment. They give a reason.',
    onText: 'Patients can cancel online.',
    offText: 'Canceling is off. Patients call the office.',
    shapes: 'Upcoming appointments.',
  },
  Portal_Reschedule_Appointments: {
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Reschedule online',
    help: 'Patients can move an upcoming appointment to another time with the same provider.',
    onText: 'Patients can reschedule online.',
    offText: 'Rescheduling is off. Patients call the office.',
    shapes: 'Upcoming appointments, and the times to choose from.',
  },
  Portal_Change_Notice_Hours: {
    ...appointments,
    type: 'number',
    default: 24,
    min: 0,
    max: 720,
    title: 'Hours of notice for changes',
    help: 'Patients can cancel or reschedule until this many hours before the appointment. After that, they call the office.',
    shapes: 'Cancel and reschedule.',
  },
  Portal_Calendar_File: {
    ...appointments,
    type: 'boolean',
    default: true,
    title: 'Add to calendar',
    help: 'Patients can save an upcoming appointment to the calendar on their phone or computer.',
    onText: 'Patients can save appointments to their calendar.',
    offText: 'Add to calendar is off for patients.',
    shapes: 'Upcoming appointments, and the page after booking.',
  },
  Portal_Waiting_List: {
    ...appointments,
    type: 'boolean',
    default: false,
    title: 'Waiting list',
    help: 'Patients can ask for an email when an earlier time opens.',
    onText: 'The waiting list is on for patients.',
    offText: 'The waiting list is off for patients.',
    shapes: 'The times to choose from, and Appointments.',
  },
})
