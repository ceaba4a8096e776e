/** Errors of uploads; the first ones verbatim from specification 1 §5 and §8, and 2 §8. */
export const uploadsMessages = {
  'uploads.type': 'Invalid file type. Please select a valid file',
  'uploads.tooLarge': 'Please select a file smaller than 6MB',
  'uploads.virus': 'Virus detected - file cannot be uploaded.',
  'uploads.token': 'Authentication failed. Please try again later.',
  'uploads.categories': 'Error occured',
  'uploads.empty': 'This file is empty. Please select a different file',
  'uploads.category': 'Please choose what the document is.',
  'uploads.other': 'Please specify the other document',
  'uploads.notScanned': 'The file could not be checked for viruses, so it was not uploaded. Please try again later.',
  'uploads.noChart': 'The office has no chart to add this to, so it was not uploaded. Please call the office.',
  'uploads.over': 'This appointment was cancelled, so nothing can be uploaded for it.',
  'uploads.codeUsed': 'This code has reached its limit of photos. Please scan a new code.',
  'uploads.codeEnded': 'This code has expired. Please scan a new code.',
  'uploads.codeUnknown': 'This page opens only from a code. Please scan the code again.',
} as const
