import { path } from '../../protocol/path.ts'

export const visitPaths = {
  /** `patient` holds the token of the link. */
  visit: path('/appointment/tele/:patient/:room', ['left']),
}
