import { path } from '../../protocol/path.ts'

export const recoveryPaths = {
  code: path('/user/forgotpassword/verification'),
}
