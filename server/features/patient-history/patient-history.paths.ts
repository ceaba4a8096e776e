import { patientListNames } from '../../practice/paths.ts'
import { path } from '../../protocol/path.ts'

export const patientHistoryPaths = {
  activity: path('/admin/patient/:number/activity', ['page', 'size', ...patientListNames]),
}
