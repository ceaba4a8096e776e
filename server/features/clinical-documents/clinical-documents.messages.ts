import { noDocumentText } from '../../practice/document-files.ts'

export const clinicalDocumentsMessages = {
  'clinicalDocuments.unknown': noDocumentText,
} as const
