/** Of files that the record server sent as PDFs. */
export const documentMessages = {
  'documents.empty': 'This document is empty. {call}',
  'documents.noPdf': 'This document is not a PDF, so it cannot be shown here. {call}',
  'documents.tooLong': 'This document is too large to open here. {call}',
  'documents.damaged': 'This document is damaged: its end is missing. {call}',
} as const
