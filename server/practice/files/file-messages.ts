/** Prints away what a PDF contains beside its pages; phones and computers can do it. */
const printed = 'Please print it to a new PDF and try again.'
const savedWithout = (what: string) =>
  `Please save it without ${what}, for example by printing it to a PDF, and try again.`

/** Why a file is not taken; the first ones verbatim from specification 1 §5 and §8, and 2 §8. */
export const fileMessages = {
  'uploads.type': 'Invalid file type. Please select a valid file',
  'uploads.tooLarge': 'Please select a file smaller than 6MB',
  'uploads.virus': 'Virus detected - file cannot be uploaded.',
  'uploads.encrypted':
    'This file is protected with a password, so it could not be checked for viruses. Please save it without the password and send that.',
  'uploads.notLookedThrough': 'This file is too large to be checked for viruses. Please send a smaller one.',
  'uploads.unwanted': 'The virus scanner does not accept this kind of file. Please send a photo or a PDF instead.',
  'uploads.empty': 'This file is empty. Please select a different file',
  'uploads.notScanned': 'The file could not be checked for viruses, so it was not uploaded. Please try again later.',
  'uploads.pdfScript': `This PDF contains a script. ${savedWithout('scripts')}`,
  'uploads.pdfProgram': `This PDF can start a program. ${savedWithout('it')}`,
  'uploads.pdfFiles':
    'This PDF has other files attached to it. Please save it without them, for example by printing it to a PDF, and send the other files one by one.',
  'uploads.pdfMedia': `This PDF contains a video or other media. ${savedWithout('them')}`,
  'uploads.pdfConnection': `This PDF connects to another file or a server when it is opened. ${printed}`,
  'uploads.pdfLocked':
    'This PDF is protected by a password, so it could not be checked. Please save it without a password and try again.',
  'uploads.pdfUnreadable': `This PDF is damaged, so it could not be checked. ${printed}`,
} as const

/** The same, said before a file is sent. */
export const duplicateFileText = 'File already exists. Please select a different file'
