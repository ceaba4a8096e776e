import { settings } from '../licensees/settings/definition.ts'

const arrival = { group: 'Arrival and uploads', fromPractice: true } as const

/** Forms and documents before a visit (specification 1 §6, §9). */
export const uploadSettings = settings({
  Enable_PatientIntake_And_FileUpload_on_PE: {
    ...arrival,
    type: 'boolean',
    default: true,
    title: 'Health forms and uploads',
    help: 'Patients can fill in forms and upload documents after booking.',
    onText: 'Forms and uploads are on for patients.',
    offText: 'Forms and uploads are off for patients.',
    shapes: 'The page after booking.',
  },
  upload_document_screen_text: {
    ...arrival,
    type: 'text',
    maxLength: 2000,
    lines: true,
    title: 'Text on the upload page',
    default:
      "Please upload your driver's license, insurance card, or other medical documents such as lab results, pathology reports and relevant images to reduce your time in the office.",
    help: 'Tells patients what to upload.',
    shapes: 'The upload page.',
  },
})
