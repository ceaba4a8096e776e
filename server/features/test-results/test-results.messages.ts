import { noDocumentText } from '../../practice/document-files.ts'

export const testResultsMessages = {
  'testResults.unknown': 'This test result does not exist, or is not one of yours.',
  'testResults.noDocument': noDocumentText,
} as const
