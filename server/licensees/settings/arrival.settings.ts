import { define } from './definition.ts'

const arrival = { group: 'Arrival and uploads', fromPractice: true } as const

/** Settings of the pages after a booking (specification 1 §4, §6, §9). */
export const arrivalSettings = {
  LandingPageFeatures: define({
    ...arrival,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    rule: 'entries',
    title: 'Entries on the arrival page',
    help: 'Write label:template for each entry, with a semicolon between entries. An entry with “tele” in its label shows for telehealth only.',
    shapes: 'The page after booking.',
  }),
  Enable_PatientIntake_And_FileUpload_on_PE: define({
    ...arrival,
    type: 'boolean',
    default: true,
    title: 'Health forms and uploads',
    help: 'Patients can fill in forms and upload documents after booking.',
    onText: 'Forms and uploads are on for patients.',
    offText: 'Forms and uploads are off for patients.',
    shapes: 'The page after booking.',
  }),
  Enable_Parking_Lot_Management: define({
    ...arrival,
    type: 'boolean',
    default: false,
    title: 'Parking-lot check-in',
    help: 'Patients can tell you from the parking lot that they are here.',
    onText: 'Parking-lot check-in is on for patients.',
    offText: 'Parking-lot check-in is off for patients.',
    shapes: 'The page after booking, on the day of the appointment.',
  }),
  upload_document_screen_text: define({
    ...arrival,
    type: 'text',
    maxLength: 2000,
    lines: true,
    title: 'Text on the upload page',
    default:
      "Please upload your driver's license, insurance card, or other medical documents such as lab results, pathology reports and relevant images to reduce your time in the office.",
    help: 'Tells patients what to upload.',
    shapes: 'The upload page.',
  }),
}
