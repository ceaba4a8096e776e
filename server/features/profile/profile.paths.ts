import { path } from '../../protocol/path.ts'

export const profilePaths = {
  profile: path('/user/home/Profile'),
}
