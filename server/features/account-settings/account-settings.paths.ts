import { path } from '../../protocol/path.ts'

/** By the kind of account. */
export const passwordPaths = {
  people: path('/user/home/Settings/password'),
  admins: path('/admin/account/password'),
}
