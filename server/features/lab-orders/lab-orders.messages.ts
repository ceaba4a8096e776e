import { noDocumentText } from '../../practice/document-files.ts'

export const labOrdersMessages = {
  'labOrders.noDocument': noDocumentText,
} as const
