/** Of files that the record server sent as PDFs. */
export const documentMessages = {
  'documents.empty': 'This document is empty. {call}',
  'documents.noPdf': 'This document is not a PDF, so it cannot be shown here. {call}',
  'documents.tooLong': 'This document is too large to open here. {call}',
  'documents.damaged': 'This document is damaged: its end is missing. {call}',
  'documents.active':
    'This document would run a program or open a connection by itself, so it is not opened here. {call}',
  'documents.locked': 'This document needs a password, so it cannot be checked and is not opened here. {call}',
  'documents.unreadable': 'This document cannot be checked for programs, so it is not opened here. {call}',
} as const
