import { fileMessages } from '../../practice/files/file-messages.ts'

/** Errors of uploads; the first ones verbatim from specification 1 §8 and 2 §8. */
export const uploadsMessages = {
  ...fileMessages,
  'uploads.token': 'Authentication failed. Please try again later.',
  'uploads.categories': 'Error occured',
  'uploads.category': 'Please choose what the document is.',
  'uploads.other': 'Please specify the other document',
  'uploads.noChart': 'The office has no chart to add this to, so it was not uploaded. Please call the office.',
  'uploads.over': 'This appointment was cancelled, so nothing can be uploaded for it.',
  'uploads.linkEnded': 'This link has expired. Please call {office} for a new one.',
  'uploads.codeUsed': 'This code has reached its limit of photos. Please scan a new code.',
  'uploads.codeEnded': 'This code has expired. Refresh it on the computer and scan it again, or call {office}.',
  'uploads.codeUnknown': 'This page opens only from a code. Please scan the code again.',
} as const
