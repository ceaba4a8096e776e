import { path } from '../../protocol/path.ts'

export const signUpPaths = {
  /** What the owner of a record gets while others try it too often. */
  link: path('/user/signup/link/:link'),
}
