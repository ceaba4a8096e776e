import { repliesOffWords } from '../../practice/message-parts.ts'
import { mostFiles } from './messages.rules.ts'

/** Specification 2 §4.4, §5, §8. */
export const messagesMessages = {
  'messages.subject': 'Please enter Subject',
  'messages.body': 'Please enter Message',
  'messages.recipient': 'Select Physician To Continue',
  'messages.subjectLong': 'A subject has at most {limit} characters.',
  'messages.subjectLine': 'A subject is a single line.',
  'messages.bodyLong': 'A message has at most {limit} characters.',
  'messages.repliesOff': repliesOffWords,
  'messages.writerEnded': 'Who wrote this message can no longer send it. Write it again in your own name.',
  'messages.unknown': 'This message does not exist, or is not one of yours.',
  'messages.aboutUnknown': 'What this message is about is no longer there. Please begin again.',
  'messages.recipientGone': 'This recipient can no longer be written to. Please choose another one.',
  'messages.fileGone': 'An attachment is no longer there. Please remove it, and attach the file again.',
  'messages.filesMany': `A message has at most ${mostFiles} attachments.`,
  'messages.filesFull': 'You attached many files today. Please try again tomorrow.',
  'messages.noReply': 'This message came from outside the practice. It cannot be answered here.',
} as const
