import { path } from '../../protocol/path.ts'

export const staffPaths = {
  list: path('/admin/staff', ['page', 'size']),
  member: path('/admin/staff/:number'),
  invite: path('/admin/invite_staff'),
  linkRequested: path('/admin/forgot_password/sent'),
}
