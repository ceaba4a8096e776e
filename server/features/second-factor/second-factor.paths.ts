import { protectRoute } from '../../protocol/guard.ts'
import { path } from '../../protocol/path.ts'

/** By the kind of account. */
export const secondFactorPaths = {
  authenticator: {
    people: path('/user/home/Settings/authenticator'),
    admins: path(protectRoute),
  },
  recoveryCodes: {
    people: path('/user/home/Settings/recoverycodes'),
    admins: path('/admin/account/recoverycodes'),
  },
}
