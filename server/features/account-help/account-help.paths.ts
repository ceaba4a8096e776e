import { path } from '../../protocol/path.ts'

export const accountHelpPaths = {
  confirmEmail: path('/user/email/:token'),
}
