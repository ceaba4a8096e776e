import { path } from '../../protocol/path.ts'

export const guardianPaths = {
  register: path('/user/register/guardian', ['way']),
  invitation: path('/user/invitation/:token'),
}
