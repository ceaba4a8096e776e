import { path } from '../../protocol/path.ts'

export const guestPaths = {
  /** A link to a bill that the office sends. */
  paymentLink: path('/user/bill/:code'),
}
