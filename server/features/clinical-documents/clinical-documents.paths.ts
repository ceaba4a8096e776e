import { documentPaths } from '../../practice/document-files.ts'
import { patientListNames } from '../../practice/paths.ts'
import { path } from '../../protocol/path.ts'

const list = path('/user/home/clinicaldocuments', ['page', 'size'])

export const clinicalDocumentPaths = { list, ...documentPaths(list.route) }

/** The same for the staff of the practice; a document is named by the numbers of the patient and its own. */
export const staffDocumentPaths = {
  list: path('/admin/patient/:number/documents', ['page', 'size', ...patientListNames]),
  files: documentPaths('/admin/clinical_documents'),
}
