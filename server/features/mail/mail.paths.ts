import { path } from '../../protocol/path.ts'

/** Specification 2 §1 names those of the ways. */
export const mailPaths = {
  simple: path('/user/home/SimpleMail', ['records', 'draft', 'form']),
  secure: path('/user/home/SecureMail', ['records', 'draft', 'form']),
  direct: path('/user/home/DirectMail', ['records', 'draft', 'form']),
  sent: path('/user/home/SentMail', ['page', 'size', 'q', 'mail']),
  /** What the reader of a secure mail opens. */
  read: path('/user/securemail/:token'),
  recordPdf: path('/user/securemail/:token/pdf/:record'),
  recordXml: path('/user/securemail/:token/xml/:record'),
}
