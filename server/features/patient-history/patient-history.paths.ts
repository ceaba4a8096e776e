import { path } from '../../protocol/path.ts'

export const patientHistoryPaths = {
  activity: path('/admin/patient/:number/activity', ['page', 'size']),
}
