import { path } from '../../protocol/path.ts'

export const homePaths = {
  landing: path('/'),
  privacy: path('/privacypolicy'),
  photo: path('/practice/front-photo'),
}
