import { path } from '../../protocol/path.ts'

export const messagePaths = {
  reply: path('/user/home/Reply', ['message', 'draft', 'form']),
  stopNotices: path('/user/stopMessageEmails', ['link']),
  waitingAttachment: path('/user/home/Messages/waiting/:message/attachment/:id'),
  attachment: path('/user/home/Messages/:message/attachment/:id'),
}
