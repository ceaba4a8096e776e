/** Why a file is not taken; the first ones verbatim from specification 1 §5 and §8, and 2 §8. */
export const fileMessages = {
  'uploads.type': 'Invalid file type. Please select a valid file',
  'uploads.tooLarge': 'Please select a file smaller than 6MB',
  'uploads.virus': 'Virus detected - file cannot be uploaded.',
  'uploads.empty': 'This file is empty. Please select a different file',
  'uploads.notScanned': 'The file could not be checked for viruses, so it was not uploaded. Please try again later.',
} as const

/** The same, said before a file is sent. */
export const duplicateFileText = 'File already exists. Please select a different file'
