import { path } from '../../protocol/path.ts'

export const passkeyPaths = {
  /** By the kind of account. */
  add: {
    people: path('/user/home/Settings/passkey'),
    admins: path('/admin/account/passkey'),
  },
}
