import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { wireInstant } from '../../local-time.ts'
import { Page, RecordNumber } from '../../parameters.ts'
import type { Practice, Sandbox } from '../../practices.ts'
import { notFound, Refusal } from '../../refusal.ts'
import {
  findAttachment,
  findMessage,
  groupsOf,
  keepMessage,
  markRead,
  messagesIn,
  newMessages,
  patientName,
  physiciansOf,
  recipientsOf,
  threadOf,
  unreadCount,
  type FullMessage,
  type MessageRow,
  type Recipient,
} from './messages.store.ts'
import { AfterChange, holdCalls } from '../../waiting-calls.ts'

const OfPatient = Type.Object({ patient_n: RecordNumber })
const OneMessage = Type.Object({ patient_n: RecordNumber, id: RecordNumber })
const OneAttachment = Type.Object({ patient_n: RecordNumber, id: RecordNumber, attachment_id: RecordNumber })
const Box = Type.Object({
  patient_n: RecordNumber,
  ...Page,
  search: Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', default: '' }),
})
const ReadMessages = Type.Object({
  PATIENT_N: RecordNumber,
  IDS: Type.Array(RecordNumber, { minItems: 1, maxItems: 200 }),
})

/** One line, without control characters. */
const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$' })

const NewMessage = Type.Object({
  KEY: line(100),
  PATIENT_N: RecordNumber,
  THREAD_ID: Type.Optional(RecordNumber),
  Subject: line(200),
  Body: Type.String({ minLength: 1, pattern: '^[^\\u0000]*$' }),
  Priority: Type.Union([Type.Literal(0), Type.Literal(1)]),
  AUTHOR: Type.Optional(
    Type.Object({
      ID: Type.String({ maxLength: 40, pattern: '^\\d*$' }),
      NAME: line(200),
      IS_GUARDIAN: Type.Boolean(),
    }),
  ),
  Recipients: Type.Array(Type.Object({ ID: RecordNumber, Is_Group: Type.Boolean() }), { minItems: 1, maxItems: 60 }),
  REFERENCE: Type.Optional(
    Type.Object({ KIND: Type.String({ pattern: '^[a-z]{1,30}$' }), ID: line(100), LABEL: line(200) }),
  ),
  ATTACHMENTS: Type.Optional(
    Type.Array(
      Type.Object({
        FILE_NAME: line(255),
        FILE_TYPE: Type.String({ maxLength: 100, pattern: '^[a-z]+/[a-z0-9.+-]+$' }),
        Base64EncodedFile: Type.String({ minLength: 1 }),
      }),
      { maxItems: 5 },
    ),
  ),
})

const mostBodyBytes = 5 * 1024 * 1024
/** Five files of 6 MB in base64, and the body. */
const mostBytes = 64 * 1024 * 1024

/** Messages between patients and the office (specification 2 §2.7, §7.3). */
export const messageRoutes =
  ({ db, now }: Sandbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    const heldUntilNew = holdCalls(app, db)
    for (const [path, direction] of [
      ['/GetInbox', 'IN'],
      ['/GetSentMsg', 'OUT'],
    ] as const)
      app.get(path, { schema: { querystring: Box } }, async ({ practice, query }) => {
        const of = { practice: practice.practice, patientN: query.patient_n }
        const { page, pageSize: size, search } = query
        const [{ total, rows }, unread] = await Promise.all([
          messagesIn(db, { ...of, direction, page, size, search }),
          unreadCount(db, of),
        ])
        return { Total: total, Unread: unread, Items: rows.map((row) => itemOf(row, practice)) }
      })
    app.get('/GetUnreadMessageCount', { schema: { querystring: OfPatient } }, ({ practice: { practice }, query }) =>
      unreadCount(db, { practice, patientN: query.patient_n }),
    )
    app.get('/GetSelectedMessage', { schema: { querystring: OneMessage } }, async ({ practice, query }) => {
      const of = { practice: practice.practice, patientN: query.patient_n }
      const message = await findMessage(db, { ...of, messageId: query.id })
      if (!message) throw notFound('message')
      return messageOf(message, practice)
    })
    app.get('/GetMessageThread', { schema: { querystring: OneMessage } }, async ({ practice, query }) => {
      const of = { practice: practice.practice, patientN: query.patient_n }
      const thread = await threadOf(db, { ...of, messageId: query.id })
      if (!thread) throw notFound('message')
      return { Total: thread.total, Items: thread.rows.map((row) => messageOf(row, practice)) }
    })
    app.get('/GetMessageAttachment', { schema: { querystring: OneAttachment } }, async (request, reply) => {
      const { practice, query } = request
      const of = { practice: practice.practice, patientN: query.patient_n }
      const file = await findAttachment(db, { ...of, messageId: query.id, attachmentId: query.attachment_id })
      if (!file) throw notFound('attachment')
      return reply
        .type(file.fileType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'")
        .header('cache-control', 'no-store')
        .send(Buffer.from(file.content, 'base64'))
    })
    app.post('/MarkMessageRead', { schema: { body: ReadMessages } }, async ({ practice: { practice }, body }) => {
      if (!(await markRead(db, { practice, patientN: body.PATIENT_N, ids: body.IDS, at: now() })))
        throw notFound('message')
      return true
    })
    app.get('/GetAllPhysicians', async ({ practice: { practice } }) =>
      (await physiciansOf(db, practice)).map(({ id, name }) => ({ ID: id, Name: name })),
    )
    app.get('/GetEmployeeGroups', async ({ practice: { practice } }) =>
      (await groupsOf(db, practice)).map(({ id, name }) => ({ id, groups_name: name })),
    )
    app.post(
      '/SendMsgToEmr',
      { bodyLimit: mostBytes, schema: { body: NewMessage } },
      async ({ practice: { practice }, body }) => {
        if (Buffer.byteLength(body.Body) > mostBodyBytes) throw new Refusal(400, 'The message is too long.')
        const of = { practice, patientN: body.PATIENT_N }
        const senderName = await patientName(db, of)
        if (senderName === undefined) throw notFound('patient')
        const recipients = await recipientsOf(
          db,
          practice,
          body.Recipients.map(({ ID: id, Is_Group: isGroup }) => ({ id, isGroup })),
        )
        const [physician] = recipients ?? []
        if (!recipients || !physician) throw notFound('recipient')
        const reference = body.REFERENCE && {
          kind: body.REFERENCE.KIND,
          id: body.REFERENCE.ID,
          label: body.REFERENCE.LABEL,
        }
        const kept = await keepMessage(db, {
          ...of,
          direction: 'OUT',
          threadId: body.THREAD_ID,
          physician,
          senderName,
          author: body.AUTHOR && {
            id: body.AUTHOR.ID,
            name: body.AUTHOR.NAME,
            isGuardian: body.AUTHOR.IS_GUARDIAN,
          },
          recipients,
          isRead: true,
          sentAt: now(),
          subject: body.Subject,
          body: body.Body,
          priority: body.Priority,
          reference,
          key: body.KEY,
          attachments: body.ATTACHMENTS?.map((file) => ({
            fileName: file.FILE_NAME,
            fileType: file.FILE_TYPE,
            content: Buffer.from(file.Base64EncodedFile, 'base64'),
          })),
        })
        if (!kept) throw notFound('thread')
        return { ID: kept.messageId, THREAD_ID: kept.threadId }
      },
    )
    app.get('/GetNewMessages', { schema: { querystring: AfterChange } }, async (request) => {
      const { practice } = request.practice
      const { after_change: after, wait } = request.query
      const read = () => newMessages(db, { practice, after })
      const { last, messages } = await heldUntilNew(request, { what: 'messages', read })
      return {
        LAST_CHANGE: last,
        Messages: messages.map(({ messageId, patientN }) => ({ ID: messageId, PATIENT_N: patientN })),
        ...(wait === undefined ? {} : { WAITS: true }),
      }
    })
  }

const recipientOf = ({ id, name, isGroup }: Recipient) => ({ ID: id, Name: name, Is_Group: isGroup })

const itemOf = (row: MessageRow, { timeZone }: Practice) => ({
  ID: row.messageId,
  THREAD_ID: row.threadId,
  PATIENT_N: row.patientN,
  PhysicianID: row.physicianId,
  Is_Group_Message: row.isGroup,
  SENDER_NAME: row.senderName,
  Recipients: row.recipients.map(recipientOf),
  IsRead: row.isRead ? 1 : 0,
  DateCreated: wireInstant(timeZone, row.createdAt),
  DateSent: wireInstant(timeZone, row.sentAt),
  Subject: row.subject,
  Priority: row.priority,
  Direction: row.direction,
  READ_AT: row.readAt === null ? null : wireInstant(timeZone, row.readAt),
  AUTHOR: row.author && { ID: row.author.id, NAME: row.author.name, IS_GUARDIAN: row.author.isGuardian },
  HAS_ATTACHMENTS: row.hasAttachments,
  REFERENCE: row.reference && { KIND: row.reference.kind, ID: row.reference.id, LABEL: row.reference.label },
})

const messageOf = (row: FullMessage, practice: Practice) => ({
  ...itemOf(row, practice),
  Body: row.body,
  ATTACHMENTS: row.attachments.map(({ id, fileName, fileType, size }) => ({
    ATTACHMENT_ID: id,
    FILE_NAME: fileName,
    FILE_TYPE: fileType,
    FILE_SIZE: size,
  })),
})
