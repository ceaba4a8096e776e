import { settings } from '../../licensees/settings/definition.ts'

/** Which documents show (specification 1 §6). */
export const clinicalDocumentSettings = settings({
  Enable_Portal_Visibility_For_Unsigned_Sessions: {
    type: 'boolean',
    default: false,
    group: 'Features',
    fromPractice: true,
    title: 'Show unsigned documents',
    help: 'Patients see clinical documents before the provider signs them.',
    onText: 'Patients see unsigned documents.',
    offText: 'Patients see a document once it is signed.',
    shapes: 'Clinical documents.',
  },
})
