import { path } from '../../protocol/path.ts'

export const passkeyPaths = {
  add: path('/user/home/Settings/passkey'),
}
