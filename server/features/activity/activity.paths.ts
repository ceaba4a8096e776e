import { path } from '../../protocol/path.ts'

export const activityPaths = {
  log: path('/user/home/ActivityLog', ['from', 'to', 'page', 'size']),
}
