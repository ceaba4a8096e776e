import { documentPaths } from '../../practice/document-files.ts'
import { path } from '../../protocol/path.ts'

const list = path('/user/home/LabOrdering', ['page', 'size'])

export const labOrderPaths = { list, ...documentPaths(list.route) }
