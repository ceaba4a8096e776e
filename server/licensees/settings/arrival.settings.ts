import { define } from './definition.ts'

const arrival = { group: 'Arrival and uploads', fromPractice: true } as const

/** What follows a booking (specification 1 §4, §6, §9). */
export const arrivalSettings = {
  LandingPageFeatures: define({
    ...arrival,
    type: 'text',
    default: '',
    maxLength: 2000,
    lines: true,
    rule: 'entries',
    title: 'Entries of the arrival page',
    help: 'A list of label:template, parted by semicolons. Entries with tele in the label show for telehealth only.',
    shapes: 'The page after booking.',
  }),
  Enable_PatientIntake_And_FileUpload_on_PE: define({
    ...arrival,
    type: 'boolean',
    default: true,
    title: 'Health forms and uploads',
    help: 'Offers forms and document upload after booking.',
    shapes: 'The page after booking.',
  }),
  Enable_Parking_Lot_Management: define({
    ...arrival,
    type: 'boolean',
    default: false,
    title: 'Parking-lot check-in',
    help: 'Patients may say that they have arrived.',
    shapes: 'The page after booking, on the day of the appointment.',
  }),
  upload_document_screen_text: define({
    ...arrival,
    type: 'text',
    maxLength: 2000,
    lines: true,
    title: 'Text of the upload page',
    default:
      "Please upload your driver's license, insurance card, or other medical documents such as lab results, pathology reports and relevant images to reduce your time in the office.",
    help: 'What patients are asked to upload.',
    shapes: 'The upload page.',
  }),
}
