import { isPdf } from '../../../pdf/pdf-header.ts'
import type { AreaDeps } from '../area.ts'
import { InvalidEmrResponse } from '../emr.errors.ts'
import { mostFileBytes } from '../pdf-file.ts'
import { recordNumber } from '../record-number.ts'
import { DoneAnswer } from '../wire/answers.ts'
import { instantIn } from '../wire/instant.ts'
import {
  GroupsAnswer,
  MessageAnswer,
  MessagePageAnswer,
  NewMessagesAnswer,
  PhysiciansAnswer,
  SentAnswer,
  ThreadAnswer,
  UnreadAnswer,
  type WireFullMessage,
  type WireMessage,
  type WireRecipient,
} from './messages.wire.ts'

/** A physician, or a group of the office. Physicians and groups have numbers of their own. */
interface MessageRecipient {
  id: string
  name: string
  isGroup: boolean
}

/** What a message is about, such as a bill. */
interface MessageReference {
  /** Lower-case letters. */
  kind: string
  id: string
  label: string
}

/** Who wrote a message at a portal: the patient, or somebody for the patient. */
export interface MessageAuthor {
  /** The portal's own id of the account. */
  id: string
  name: string
  isGuardian: boolean
}

/** A message between a patient and the office, without its content (specification 2 §3). */
interface MessageHeader {
  id: string
  /** The same for a message and all that answer it. */
  threadId: string
  direction: 'received' | 'sent'
  from: string
  /** Of a sent message; empty for a received one. */
  to: MessageRecipient[]
  /** Where an answer goes; empty if it came from outside the practice. */
  replyTo: MessageRecipient[]
  /** Of a sent message, if it was written at a portal. */
  author?: MessageAuthor
  /** Always true for a sent message. */
  isRead: boolean
  /** Of a received message: when it was opened first, if that is known. */
  readAt?: string
  /** Instants; empty if the record has none. */
  createdAt: string
  sentAt: string
  /** One line; may be empty. */
  subject: string
  priority: 'normal' | 'high'
  hasAttachments: boolean
  reference?: MessageReference
}

interface Message extends MessageHeader {
  /** Just as it was sent: clean it before it is shown. Undefined if it is too long. */
  bodyHtml?: string
  attachments: MessageAttachment[]
}

interface MessageAttachment {
  id: string
  name: string
  /** `application/pdf`, as the sender said. */
  type: string
  bytes: number
}

interface MessageRef {
  patientId: string
  messageId: string
}

export interface NewMessage {
  patientId: string
  /** The portal's own id of the message: sending it again adds no second one. */
  key: string
  /** One line, up to `messageLimits.subject` characters. */
  subject: string
  /** Up to `messageLimits.bodyBytes` in UTF-8. */
  bodyHtml: string
  priority: 'normal' | 'high'
  author: MessageAuthor
  /** At least one. */
  recipients: Pick<MessageRecipient, 'id' | 'isGroup'>[]
  /** Of the message that this one answers. */
  threadId?: string
  reference?: MessageReference
  attachments?: { name: string; type: string; content: Buffer }[]
}

/** A record server refuses what is beyond them. */
export const messageLimits = { subject: 200, bodyBytes: 5 * 1024 * 1024, recipients: 60, attachments: 5 } as const

interface Messages {
  /**
   * Returns a page of the messages of a patient, the latest first, with the number of all that `search` matches and
   * that of all unread ones. `search` looks at subject, names and text. The first page is 1. Never cached.
   */
  messagesOf(
    patientId: string,
    query: { box: 'inbox' | 'sent'; page: number; size: number; search?: string },
  ): Promise<{ messages: MessageHeader[]; total: number; unread: number }>
  unreadMessages(patientId: string): Promise<number>
  /** Returns undefined if it is not a message of this patient. Changes nothing. */
  message(ref: MessageRef): Promise<Message | undefined>
  /**
   * Returns the thread of a message, the oldest first: its latest messages and always the message itself. `total`
   * counts all. Undefined if it is not a message of this patient.
   */
  messageThread(ref: MessageRef): Promise<{ messages: Message[]; total: number } | undefined>
  /** Returns false, and marks none, if one of them was not sent to this patient. Repeating it changes nothing. */
  markMessagesRead(request: { patientId: string; messageIds: string[] }): Promise<boolean>
  /** The first 50 physicians, and all groups. */
  messageRecipients(): Promise<{ physicians: MessageRecipient[]; groups: MessageRecipient[] }>
  /**
   * Sends a message of the patient once per `key`; after an EmrError with `mayHaveHappened` it can safely be sent
   * again. Returns undefined if the patient, the thread of this patient or a recipient does not exist.
   */
  sendMessage(message: NewMessage): Promise<{ id: string; threadId: string } | undefined>
  /**
   * Returns a file; undefined if it is not one of this message of this patient, or is too long. Throws
   * InvalidEmrResponse for a PDF that is none; other types are what the sender says.
   */
  messageAttachment(
    ref: MessageRef & { attachmentId: string },
  ): Promise<{ attachment: MessageAttachment; content: Buffer } | undefined>
  /**
   * Returns unread messages that the office wrote after a place, and the place to go on after. Without a place to begin
   * with it returns no messages. With `wait`, the record server holds the call until there is one.
   */
  newMessages(after: string | undefined, wait?: Wait): Promise<NewMessages>
}

interface NewMessages {
  place: string
  messages: MessageRef[]
  /** False if the record server answers at once, whatever `wait` is. */
  waits: boolean
}

interface Wait {
  /** Record servers wait for up to 30. */
  waitSeconds: number
  /** Ends the call, which throws then. */
  stop?: AbortSignal
}

const boxes = { inbox: 'GetInbox', sent: 'GetSentMsg' } as const
const messageCall = 'GetSelectedMessage'
const threadCall = 'GetMessageThread'
const mostPhysicians = 50
/** Sending several megabytes takes time. */
const sendWithinMs = 30_000

/** Makes the calls for messages between patients and the office. */
export function createMessages({ client, cache }: AreaDeps): Messages {
  async function message({ patientId, messageId }: MessageRef): Promise<Message | undefined> {
    const rest = restOf({ patientId, messageId })
    if (rest === undefined) return undefined
    const row = await client.find({ call: messageCall, rest, answer: MessageAnswer })
    if (!row) return undefined
    return messageOf(row, { call: messageCall, patientId })
  }
  return {
    message,
    messagesOf: async (patientId, { box, page, size, search = '' }) => {
      const number = recordNumber(patientId)
      if (number === undefined) return { messages: [], total: 0, unread: 0 }
      const call = boxes[box]
      const rest = `?patient_n=${number}&page=${page}&pageSize=${size}&search=${encodeURIComponent(search)}`
      const { Total: total, Unread: unread, Items: rows } = await client.read({ call, rest, answer: MessagePageAnswer })
      return { messages: rows.map((row) => headerOf(row, { call, patientId })), total, unread }
    },
    unreadMessages: async (patientId) => {
      const number = recordNumber(patientId)
      if (number === undefined) return 0
      return client.read({ call: 'GetUnreadMessageCount', rest: `?patient_n=${number}`, answer: UnreadAnswer })
    },
    messageThread: async (ref) => {
      const rest = restOf(ref)
      if (rest === undefined) return undefined
      const thread = await client.find({ call: threadCall, rest, answer: ThreadAnswer })
      if (!thread) return undefined
      const of = { call: threadCall, patientId: ref.patientId }
      return { messages: thread.Items.map((row) => messageOf(row, of)), total: thread.Total }
    },
    markMessagesRead: async ({ patientId, messageIds }) => {
      const patientN = recordNumber(patientId)
      const ids = messageIds.map(recordNumber)
      if (patientN === undefined || ids.includes(undefined)) return false
      if (ids.length === 0) return true
      const body = { PATIENT_N: patientN, IDS: ids }
      const done = await client.writeTo({ call: 'MarkMessageRead', method: 'POST', body, answer: DoneAnswer })
      return done === true
    },
    messageRecipients: () =>
      cache.get('message recipients', async () => {
        const [physicians, groups] = await Promise.all([
          client.read({ call: 'GetAllPhysicians', answer: PhysiciansAnswer }),
          client.read({ call: 'GetEmployeeGroups', answer: GroupsAnswer }),
        ])
        return {
          physicians: physicians
            .slice(0, mostPhysicians)
            .map(({ ID: id, Name: name }) => ({ id: String(id), name, isGroup: false })),
          groups: groups.map(({ id, groups_name: name }) => ({ id: String(id), name, isGroup: true })),
        }
      }),
    sendMessage: async (message) => {
      const body = bodyOf(message)
      if (!body) return undefined
      const sent = await client.writeTo({
        call: 'SendMsgToEmr',
        method: 'POST',
        timeoutMs: sendWithinMs,
        body,
        answer: SentAnswer,
      })
      return sent && { id: String(sent.ID), threadId: String(sent.THREAD_ID) }
    },
    messageAttachment: async ({ attachmentId, ...ref }) => {
      const attachment = (await message(ref))?.attachments.find(({ id }) => id === attachmentId)
      if (!attachment) return undefined
      const path = `/api/GetMessageAttachment${restOf(ref) ?? ''}&attachment_id=${attachment.id}`
      const content = await client.file(path, mostFileBytes)
      if (!content) return undefined
      if (attachment.type === 'application/pdf' && !isPdf(content))
        throw new InvalidEmrResponse('GetMessageAttachment', 'not a PDF')
      return { attachment, content }
    },
    newMessages: async (after, wait) => {
      const parameters = [
        ...(after === undefined ? [] : [`after_change=${recordNumber(after) ?? 0}`]),
        ...(wait ? [`wait=${wait.waitSeconds}`] : []),
      ]
      const rest = parameters.length > 0 ? `?${parameters.join('&')}` : ''
      const read = { call: 'GetNewMessages', rest, answer: NewMessagesAnswer }
      const answer = await (wait
        ? client.readHeld(read, { holdMs: wait.waitSeconds * 1000, stop: wait.stop })
        : client.read(read))
      return {
        place: String(answer.LAST_CHANGE),
        messages: answer.Messages.map(({ ID: id, PATIENT_N: patientN }) => ({
          messageId: String(id),
          patientId: String(patientN),
        })),
        waits: answer.WAITS === true,
      }
    },
  }
}

function restOf({ patientId, messageId }: MessageRef): string | undefined {
  const patientN = recordNumber(patientId)
  const messageN = recordNumber(messageId)
  return patientN === undefined || messageN === undefined ? undefined : `?patient_n=${patientN}&id=${messageN}`
}

/** Returns undefined if an id cannot be one. */
function bodyOf(message: NewMessage): Record<string, unknown> | undefined {
  const { patientId, key, subject, bodyHtml, priority, author, threadId, reference, attachments = [] } = message
  const patientN = recordNumber(patientId)
  const threadN = recordNumber(threadId)
  const recipients = message.recipients.map(({ id, isGroup }) => ({ ID: recordNumber(id), Is_Group: isGroup }))
  if (patientN === undefined || (threadId !== undefined && threadN === undefined)) return undefined
  if (recipients.some(({ ID: id }) => id === undefined)) return undefined
  return {
    KEY: key,
    PATIENT_N: patientN,
    ...(threadN === undefined ? {} : { THREAD_ID: threadN }),
    Subject: subject,
    Body: bodyHtml,
    Priority: priority === 'high' ? 1 : 0,
    AUTHOR: { ID: author.id, NAME: author.name, IS_GUARDIAN: author.isGuardian },
    Recipients: recipients,
    ...(reference ? { REFERENCE: { KIND: reference.kind, ID: reference.id, LABEL: reference.label } } : {}),
    ATTACHMENTS: attachments.map(({ name, type, content }) => ({
      FILE_NAME: name,
      FILE_TYPE: type,
      Base64EncodedFile: content.toString('base64'),
    })),
  }
}

const recipientOf = ({ ID: id, Name: name, Is_Group: isGroup }: WireRecipient): MessageRecipient => ({
  id: String(id),
  name,
  isGroup,
})

/** The call, for errors, and who asked. */
interface Requested {
  call: string
  patientId: string
}

function headerOf(row: WireMessage, { call, patientId }: Requested): MessageHeader {
  // A message of another patient must reach nobody.
  if (String(row.PATIENT_N) !== patientId) throw new InvalidEmrResponse(call, 'another patient')
  const isSent = row.Direction === 'OUT'
  const to = isSent ? row.Recipients.map(recipientOf) : []
  const author = { ID: row.PhysicianID, Name: row.SENDER_NAME, Is_Group: row.Is_Group_Message }
  const from = row.PhysicianID > 0 ? [recipientOf(author)] : []
  const { REFERENCE: about, AUTHOR: writer } = row
  const readAt = instantIn(row.READ_AT, call)
  return {
    id: String(row.ID),
    threadId: String(row.THREAD_ID),
    direction: isSent ? 'sent' : 'received',
    from: row.SENDER_NAME,
    to,
    replyTo: isSent ? to : from,
    ...(isSent && writer ? { author: { id: writer.ID, name: writer.NAME, isGuardian: writer.IS_GUARDIAN } } : {}),
    isRead: isSent || row.IsRead === 1,
    ...(!isSent && readAt !== '' ? { readAt } : {}),
    createdAt: instantIn(row.DateCreated, call),
    sentAt: instantIn(row.DateSent, call),
    subject: oneLine(row.Subject),
    priority: row.Priority === 1 ? 'high' : 'normal',
    hasAttachments: row.HAS_ATTACHMENTS,
    ...(about ? { reference: { kind: about.KIND, id: about.ID, label: about.LABEL } } : {}),
  }
}

/** As an answer has it, too. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function messageOf({ Body: body, ATTACHMENTS: files, ...row }: WireFullMessage, requested: Requested): Message {
  const isShown = body !== null && Buffer.byteLength(body) <= messageLimits.bodyBytes
  return {
    ...headerOf(row, requested),
    ...(isShown ? { bodyHtml: body } : {}),
    attachments: files.map((file) => ({
      id: String(file.ATTACHMENT_ID),
      name: file.FILE_NAME,
      type: file.FILE_TYPE,
      bytes: file.FILE_SIZE,
    })),
  }
}
