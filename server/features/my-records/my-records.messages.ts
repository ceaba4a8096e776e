import { noDocumentText } from '../../practice/document-files.ts'

/** 'No Data Found' is no error: the screen shows it. */
export const myRecordsMessages = {
  'myRecords.nothingEntered': 'Fill in at least one field.',
  'myRecords.tooLong': 'Please use at most {limit} characters.',
  'myRecords.characters': 'Please use letters, digits and punctuation only.',
  'myRecords.state': 'Enter the state as two letters, for example NY.',
  'myRecords.zip': 'Enter digits only, for example 10017.',
  'myRecords.number': 'Enter digits only, for example (212) 555-0140.',
  'myRecords.unknownPharmacy': 'This pharmacy is no longer listed. Please search again.',
  'myRecords.unconfirmed':
    'We could not confirm that your pharmacy was changed. Please look at My Records before you try again.',
  'myRecords.noRecord': noDocumentText,
  'myRecords.unreadable': 'This record cannot be shown here. You can download it as XML, or ask the office.',
} as const
