import { path } from '../../protocol/path.ts'

/** Specification 2 §1 names those of the ways. */
export const mailPaths = {
  simple: path('/user/home/SimpleMail', ['records', 'draft']),
  sent: path('/user/home/SentMail', ['page', 'size', 'q', 'mail']),
}
