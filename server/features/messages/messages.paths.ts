import { path } from '../../protocol/path.ts'

export const messagePaths = {
  reply: path('/user/home/Reply', ['message', 'draft']),
  stopNotices: path('/user/stopMessageEmails', ['link']),
  attachment: path('/user/home/Messages/:message/attachment/:id'),
}
