import type { Messages } from '../../protocol/definitions.ts'

export const viewAsPatientMessages: Messages = {
  'viewAsPatient.reason': 'Enter why you open the account.',
  'viewAsPatient.reasonTooShort': 'Enter a few words that say why.',
  'viewAsPatient.reasonTooLong': 'Enter at most {limit} characters.',
  'viewAsPatient.characters': 'Enter the reason on one line.',
  // Specification 2 §8.
  'viewAsPatient.failed': 'Patient data retrieval failed!',
  'viewAsPatient.noAccount': 'Nobody uses the portal for this patient, so there is no account to open.',
  'viewAsPatient.disabled': 'This account is disabled. Enable it to open it.',
}
