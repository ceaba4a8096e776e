import { settings } from '../../licensees/settings/definition.ts'

const arrival = { group: 'Arrival and uploads', fromPractice: true } as const

/** The page after a booking (specification 1 §4, §6, §9). */
export const arrivalSettings = settings({
  LandingPageFeatures: {
    ...arrival,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    rule: 'entries',
    title: 'Entries on the arrival page',
    help: 'Write label:template for each entry, with a semicolon between entries. An entry with “tele” in its label shows for telehealth only.',
    shapes: 'The page after booking.',
  },
  Enable_Parking_Lot_Management: {
    ...arrival,
    type: 'boolean',
    default: false,
    title: 'Parking-lot check-in',
    help: 'Patients can tell you from the parking lot that they are here.',
    onText: 'Parking-lot check-in is on for patients.',
    offText: 'Parking-lot check-in is off for patients.',
    shapes: 'The page after booking, on the day of the appointment.',
  },
})
