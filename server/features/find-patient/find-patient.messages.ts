/** 'No records found!' is no error: the screen shows it. */
export const findPatientMessages = {
  'findPatient.text': 'Enter a name, birth date, phone number, email or number.',
  'findPatient.tooLong': 'Please use at most {limit} characters.',
  'findPatient.characters': 'Please use letters, digits and punctuation only.',
  'findPatient.birthDay': 'Enter the date of birth as month/day/year.',
  'findPatient.future': 'The date of birth must not be in the future.',
  'findPatient.gender': 'Choose Male, Female or Unknown.',
} as const
