import { path } from '../../protocol/path.ts'

export const staffTaskPaths = { list: path('/admin/tasks', ['list', 'page', 'size']) }
