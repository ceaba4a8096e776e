import { documentPaths } from '../../practice/document-files.ts'
import { path } from '../../protocol/path.ts'

const list = path('/user/home/clinicaldocuments', ['page', 'size'])

export const clinicalDocumentPaths = { list, ...documentPaths(list.route) }
