import { path } from '../../protocol/path.ts'

export const practiceHeaderPaths = {
  page: path('/admin/update_logo'),
  /** `of` is the id of an upload that is not saved yet, or `now`. */
  picture: path('/admin/update_logo/pictures/:of/:place', ['v']),
}
