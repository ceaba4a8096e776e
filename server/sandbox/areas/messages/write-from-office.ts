import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../refusal.ts'
import { htmlOf } from '../../text-as-html.ts'
import { keepMessage, messageAtOffice, patientName, recipientsOf, type Recipient } from './messages.store.ts'

interface OfficeMessage {
  practice: string
  patientN: number
  from: Pick<Recipient, 'id' | 'isGroup'>
  subject: string
  /** Plain text. */
  text: string
  isHigh: boolean
  now: number
}

/** Writes to a patient, as somebody at the office does. */
export async function writeFromOffice(db: Db, message: OfficeMessage & { threadId?: number }): Promise<void> {
  const { practice, patientN, from, threadId, subject, text, isHigh, now } = message
  if ((await patientName(db, { practice, patientN })) === undefined) throw new Refusal(404, 'There is no such patient.')
  const [sender] = (await recipientsOf(db, practice, [from])) ?? []
  if (!sender) throw new Refusal(404, 'Nobody of this practice has that number.')
  await keepMessage(db, {
    practice,
    patientN,
    threadId,
    direction: 'IN',
    physician: sender,
    senderName: sender.name,
    isRead: false,
    sentAt: now,
    subject,
    body: htmlOf(text),
    priority: isHigh ? 1 : 0,
  })
}

type Answer = Pick<OfficeMessage, 'practice' | 'text' | 'now'> & { messageId: number }

/** Writes the answer to a message of a patient, in the name of its first recipient. */
export async function answerFromOffice(db: Db, { practice, messageId, text, now }: Answer): Promise<void> {
  const message = await messageAtOffice(db, practice, messageId)
  const from = message?.recipients[0]
  if (!message || !from) throw new Refusal(404, 'There is no such message of a patient.')
  const { patientN, threadId } = message
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`
  await writeFromOffice(db, { practice, patientN, threadId, from, subject, text, isHigh: false, now })
}
