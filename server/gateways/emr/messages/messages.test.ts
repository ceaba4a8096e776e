import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { waitingCalls } from '../../../sandbox/waiting-calls.ts'
import { writeFromOffice } from '../../../sandbox/areas/messages/write-from-office.ts'
import { createEmr } from '../create-emr.ts'
import { EmrUnavailable, InvalidEmrResponse, isRefusal } from '../emr.errors.ts'
import { messageLimits, type NewMessage } from './messages.ts'

const portOf = (server: Server) => (server.address() as AddressInfo).port // the server is listening
const maria = '1001'
const lucas = '1003'
const nora = '1002'

describe('messages of the sandbox', () => {
  let sandbox: TestSandbox
  let emr: ReturnType<typeof createEmr>
  beforeAll(async () => {
    sandbox = await openTestSandbox()
    emr = createEmr({ baseUrl: `${await sandbox.app.listen({ port: 0 })}/lakeside/api/` })
  })
  afterAll(async () => {
    await emr.close()
    await sandbox.close()
  })

  const inbox = (patientId: string, query: { page?: number; size?: number; search?: string } = {}) =>
    emr.messagesOf(patientId, { box: 'inbox', page: 1, size: 50, ...query })
  const sent = (patientId: string) => emr.messagesOf(patientId, { box: 'sent', page: 1, size: 50 })
  const draft = (changes: Partial<NewMessage> = {}): NewMessage => ({
    patientId: maria,
    key: crypto.randomUUID(),
    subject: 'A question',
    bodyHtml: '<p>Is it?</p>',
    author: { id: '7', name: 'Maria Alvarez', isGuardian: false },
    priority: 'normal',
    recipients: [{ id: '101', isGroup: false }],
    ...changes,
  })

  test('are read by pages, and searched by what was typed [2 §3.25 §7.28]', async () => {
    const all = await inbox(maria)
    expect([all.total, all.unread, all.messages.length]).toEqual([30, 4, 30])
    expect(all.messages[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      threadId: all.messages[0]?.id,
      direction: 'received',
      from: 'Front Desk',
      to: [],
      replyTo: [{ id: '1', name: 'Front Desk', isGroup: true }],
      isRead: false,
      createdAt: all.messages[0]?.sentAt,
      sentAt: expect.stringMatching(/^2026-02-24T\d\d:\d\d:00.000Z$/) as string,
      subject: 'Please call us about your next appointment',
      priority: 'high',
      hasAttachments: false,
    })
    expect((await inbox(maria, { page: 2, size: 20 })).messages).toEqual(all.messages.slice(20))
    expect(await inbox(maria, { page: 3, size: 20 })).toEqual({ messages: [], total: 30, unread: 4 })
    expect((await inbox(maria, { search: 'biopsy & stitches?#' })).total).toBe(0)
    expect([(await inbox(maria, { search: 'biopsy' })).total, (await inbox(maria, { search: '%' })).total]).toEqual([
      6, 0,
    ])
    expect([await emr.unreadMessages(maria), await emr.unreadMessages(nora), await emr.unreadMessages('x')]).toEqual([
      4, 0, 0,
    ])
    expect(await inbox(nora)).toEqual({ messages: [], total: 0, unread: 0 })
    expect(await inbox('1 or 1=1')).toEqual({ messages: [], total: 0, unread: 0 })
  })

  test('of a thread come in order, with bodies just as they were sent', async () => {
    const { messages } = await inbox(maria, { search: 'tretinoin' })
    const thread = await emr.messageThread({ patientId: maria, messageId: messages[0]?.id ?? '' })
    expect(thread?.messages.map(({ direction, from }) => `${direction} ${from}`)).toEqual([
      'sent Maria Alvarez',
      'received Refill Requests',
      'sent Maria Alvarez',
      'received Refill Requests',
    ])
    expect(thread?.messages[0]).toMatchObject({
      to: [{ id: '4', name: 'Refill Requests', isGroup: true }],
      replyTo: [{ id: '4', name: 'Refill Requests', isGroup: true }],
      isRead: true,
      reference: { kind: 'medication', id: '1', label: 'Tretinoin 0.025% cream' },
      attachments: [],
    })
    const { messages: newsletters } = await inbox(maria, { search: 'healthy skin monthly' })
    const newsletter = await emr.message({ patientId: maria, messageId: newsletters[0]?.id ?? '' })
    expect(newsletter?.bodyHtml).toContain('<script>')
    expect(newsletter?.replyTo).toEqual([])
  })

  test('of another patient are not there, whatever the id', async () => {
    const { messages } = await inbox(maria)
    const withFile = messages.find(({ hasAttachments }) => hasAttachments)?.id ?? ''
    const attachment = (await emr.message({ patientId: maria, messageId: withFile }))?.attachments[0]
    const attachmentId = attachment?.id ?? ''
    expect((await emr.messageAttachment({ patientId: maria, messageId: withFile, attachmentId }))?.attachment).toEqual({
      id: attachmentId,
      name: 'Statement.pdf',
      type: 'application/pdf',
      bytes: attachment?.bytes,
    })
    for (const [patientId, messageId] of [
      [lucas, withFile],
      [maria, `0${withFile}`],
      [maria, `${withFile}&patient_n=1001`],
      [maria, ''],
    ] as const) {
      expect(await emr.message({ patientId, messageId })).toBeUndefined()
      expect(await emr.messageThread({ patientId, messageId })).toBeUndefined()
      expect(await emr.messageAttachment({ patientId, messageId, attachmentId })).toBeUndefined()
      expect(await emr.markMessagesRead({ patientId, messageIds: [messageId] })).toBe(false)
    }
    const other = { patientId: maria, messageId: messages[0]?.id ?? '', attachmentId }
    expect(await emr.messageAttachment(other)).toBeUndefined()
    expect(await emr.messageAttachment({ ...other, messageId: withFile, attachmentId: '1&x=' })).toBeUndefined()
  })

  test('are marked as read by a call of its own, which may come twice', async () => {
    const unread = (await inbox(lucas)).messages.filter(({ isRead }) => !isRead).map(({ id }) => id)
    expect(unread).toHaveLength(1)
    await emr.message({ patientId: lucas, messageId: unread[0] ?? '' })
    expect(await emr.unreadMessages(lucas)).toBe(1)
    for (const _time of [1, 2]) expect(await emr.markMessagesRead({ patientId: lucas, messageIds: unread })).toBe(true)
    expect(await emr.markMessagesRead({ patientId: lucas, messageIds: [] })).toBe(true)
    expect(await emr.unreadMessages(lucas)).toBe(0)
    const read = (await inbox(lucas)).messages.find(({ id }) => id === unread[0])
    expect(Date.parse(read?.readAt ?? '')).toBeGreaterThan(Date.parse(read?.sentAt ?? ''))
  })

  test('are sent once for each key, with what belongs to them [2 §3.26 §3.51 §7.28 §7.37]', async () => {
    const { physicians, groups } = await emr.messageRecipients()
    expect(physicians).toHaveLength(13)
    expect(groups.map(({ name }) => name)).toEqual(['Billing Office', 'Front Desk', 'Nurses', 'Refill Requests'])
    const message = draft({
      patientId: nora,
      priority: 'high',
      recipients: groups.slice(0, 1),
      reference: { kind: 'bill', id: '7', label: 'A visit' },
      attachments: [{ name: 'note.txt', type: 'text/plain', content: Buffer.from('hello') }],
    })
    const [first, again] = await Promise.all([emr.sendMessage(message), emr.sendMessage(message)])
    expect(again).toEqual(first)
    expect((await sent(nora)).messages).toMatchObject([
      { id: first?.id, threadId: first?.id, to: groups.slice(0, 1), priority: 'high', hasAttachments: true },
    ])
    const ref = { patientId: nora, messageId: first?.id ?? '' }
    const kept = await emr.message(ref)
    const { reference, author } = message
    expect(kept).toMatchObject({ bodyHtml: '<p>Is it?</p>', reference, author })
    const file = await emr.messageAttachment({ ...ref, attachmentId: kept?.attachments[0]?.id ?? '' })
    expect(file?.content.toString()).toBe('hello')
    const reply = await emr.sendMessage(draft({ patientId: nora, threadId: first?.threadId }))
    expect([reply?.threadId, (await emr.messageThread(ref))?.total]).toEqual([first?.threadId, 2])
  })

  test('are not sent into a thread of another patient, or to somebody unknown', async () => {
    const threadId = (await inbox(lucas)).messages[0]?.threadId
    const before = (await sent(maria)).total
    for (const wrong of [
      { threadId },
      { threadId: 'x' },
      { patientId: '999999' },
      { patientId: '' },
      { recipients: [{ id: '101', isGroup: true }] },
      { recipients: [{ id: 'x', isGroup: true }] },
    ])
      expect(await emr.sendMessage(draft(wrong))).toBeUndefined()
    expect((await sent(maria)).total).toBe(before)
  })

  test('with a subject of two lines or beyond the limits are refused; within them they are sent', async () => {
    for (const wrong of [
      { subject: 'A\nB' },
      { subject: 'x'.repeat(messageLimits.subject + 1) },
      { recipients: [] },
      { recipients: Array.from({ length: messageLimits.recipients + 1 }, () => ({ id: '101', isGroup: false })) },
      { bodyHtml: 'é'.repeat(messageLimits.bodyBytes / 2 + 1) },
      {
        attachments: Array.from({ length: messageLimits.attachments + 1 }, () => ({
          name: 'a',
          type: 'text/plain',
          content: Buffer.from('a'),
        })),
      },
    ])
      await expect(emr.sendMessage(draft(wrong))).rejects.toSatisfy(isRefusal)
    const long = draft({
      subject: 'x'.repeat(messageLimits.subject),
      bodyHtml: 'é'.repeat(messageLimits.bodyBytes / 2),
    })
    const kept = await emr.sendMessage(long)
    expect((await emr.message({ patientId: maria, messageId: kept?.id ?? '' }))?.bodyHtml).toBe(long.bodyHtml)
  })

  test('of the office are noticed after a place', async () => {
    const { place, messages } = await emr.newMessages(undefined)
    expect(messages).toEqual([])
    const unread = (await inbox(maria)).messages.filter(({ isRead }) => !isRead).map(({ id }) => id)
    const all = await emr.newMessages('0')
    expect(all.place).toBe(place)
    expect(all.messages.filter(({ patientId }) => patientId === maria).map(({ messageId }) => messageId)).toEqual(
      expect.arrayContaining(unread),
    )
    expect(await emr.newMessages(place)).toEqual({ place, messages: [], waits: false })
  })

  test('of the office are waited for', async () => {
    const { place } = await emr.newMessages(undefined, { waitSeconds: 30 })
    const waiting = emr.newMessages(place, { waitSeconds: 30 })
    await expect.poll(() => waitingCalls(sandbox.database.db, { practice: 'lakeside', what: 'messages' })).toBe(1)
    await writeFromOffice(sandbox.database.db, {
      practice: 'lakeside',
      patientN: Number(lucas),
      from: { id: 1, isGroup: true },
      subject: 'A result',
      text: 'Please read this.',
      isHigh: false,
      now: sandbox.clock.now.getTime(),
    })
    const { messages, waits } = await waiting
    expect([messages.map(({ patientId }) => patientId), waits]).toEqual([[lucas], true])
  })

  test('are no longer waited for when the gateway closes', async () => {
    const closing = createEmr({ baseUrl: `http://127.0.0.1:${portOf(sandbox.app.server)}/lakeside/api/` })
    const { place } = await closing.newMessages(undefined)
    const waiting = closing.newMessages(place, { waitSeconds: 30 })
    await Promise.all([
      expect(waiting).rejects.toThrow(EmrUnavailable),
      expect
        .poll(() => waitingCalls(sandbox.database.db, { practice: 'lakeside', what: 'messages' }))
        .toBe(1)
        .then(() => closing.close()),
    ])
    await expect.poll(() => waitingCalls(sandbox.database.db, { practice: 'lakeside', what: 'messages' })).toBe(0)
  })
})

describe('an answer about messages', () => {
  const answers = new Map<string, unknown>()
  let server: Server
  let emr: ReturnType<typeof createEmr>
  beforeAll(async () => {
    server = createServer((request, response) => {
      const call = (request.url ?? '').replace('/lakeside/api/', '').replace(/\?.*/, '')
      const body = answers.get(call)
      response.writeHead(body === undefined ? 404 : 200).end(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    emr = createEmr({ baseUrl: `http://127.0.0.1:${portOf(server)}/lakeside/api/`, retryPauseMs: 1 })
  })
  beforeEach(() => answers.clear())
  afterAll(async () => {
    await emr.close()
    server.close()
  })

  const row = (changes: object = {}) => ({
    ID: 7,
    THREAD_ID: 7,
    PATIENT_N: 1001,
    PhysicianID: 101,
    Is_Group_Message: false,
    SENDER_NAME: 'Helen Marchetti',
    Recipients: [],
    IsRead: 0,
    DateCreated: '2026-11-02T09:30:00-05:00',
    DateSent: '2026-11-02T09:31:00-05:00',
    Subject: '',
    Priority: 0,
    Direction: 'IN',
    HAS_ATTACHMENTS: true,
    REFERENCE: null,
    ...changes,
  })
  const file = { ATTACHMENT_ID: 3, FILE_NAME: 'a.pdf', FILE_TYPE: 'application/pdf', FILE_SIZE: 4 }
  const full = (changes: object = {}) => row({ Body: '<p>Yes</p>', ATTACHMENTS: [file], ...changes })
  const ref = { patientId: maria, messageId: '7' }
  const inbox = () => emr.messagesOf(maria, { box: 'inbox', page: 1, size: 10 })

  test.each([
    ['of another patient', { PATIENT_N: 1003 }],
    ['with a time that does not exist', { DateSent: '2026-13-02T09:31:00-05:00' }],
    ['with a time without its zone', { DateCreated: '2026-11-02T09:31:00' }],
    ['without a sender', { SENDER_NAME: '' }],
    ['with a direction that is none', { Direction: 'BOTH' }],
    ['with an id as text', { ID: '7' }],
    ['with half a reference', { REFERENCE: { KIND: 'bill' } }],
  ])('with a message %s is refused whole', async (_what, changes) => {
    answers.set('GetInbox', { Total: 2, Unread: 1, Items: [row(), row(changes)] })
    await expect(inbox()).rejects.toThrow(InvalidEmrResponse)
    answers.set('GetSelectedMessage', full(changes))
    await expect(emr.message(ref)).rejects.toThrow(InvalidEmrResponse)
    answers.set('GetMessageThread', { Total: 2, Items: [full(), full(changes)] })
    await expect(emr.messageThread(ref)).rejects.toThrow(InvalidEmrResponse)
  })

  test('with times of a facility is in UTC', async () => {
    answers.set('GetInbox', { Total: 1, Unread: 1, Items: [row()] })
    const times = { createdAt: '2026-11-02T14:30:00.000Z', sentAt: '2026-11-02T14:31:00.000Z' }
    expect((await inbox()).messages).toMatchObject([times])
  })

  test('without a body, or with one that is too long, is a message without', async () => {
    for (const Body of [null, 'x'.repeat(messageLimits.bodyBytes + 1)]) {
      answers.set('GetSelectedMessage', full({ Body }))
      const message = await emr.message(ref)
      expect(message).toMatchObject({ id: '7', attachments: [{ id: '3' }] })
      expect(message).not.toHaveProperty('bodyHtml')
    }
  })

  test('with a file that is no PDF though it says so is an error; without a file there is none', async () => {
    const attachment = { ...ref, attachmentId: '3' }
    answers.set('GetSelectedMessage', full())
    expect(await emr.messageAttachment(attachment)).toBeUndefined()
    answers.set('GetMessageAttachment', Buffer.from('<html>'))
    await expect(emr.messageAttachment(attachment)).rejects.toThrow(InvalidEmrResponse)
    answers.set('GetMessageAttachment', Buffer.from('%PDF'.padEnd(11 * 1024 * 1024)))
    expect(await emr.messageAttachment(attachment)).toBeUndefined()
  })

  test('names the first 50 physicians [2 §5.27 §9.16]', async () => {
    answers.set(
      'GetAllPhysicians',
      Array.from({ length: 60 }, (_, at) => ({ ID: at + 1, Name: `Physician ${at + 1}` })),
    )
    answers.set('GetEmployeeGroups', [{ id: 1, groups_name: 'Nurses' }])
    const { physicians, groups } = await emr.messageRecipients()
    expect([physicians.length, physicians.at(-1)?.id, groups]).toEqual([
      50,
      '50',
      [{ id: '1', name: 'Nurses', isGroup: true }],
    ])
  })

  test('without a number, a place or a message is refused', async () => {
    answers.set('GetUnreadMessageCount', { unread: 1 })
    await expect(emr.unreadMessages(maria)).rejects.toThrow(InvalidEmrResponse)
    answers.set('GetNewMessages', { LAST_CHANGE: 4, Messages: [] })
    expect(await emr.newMessages('4', { waitSeconds: 30 })).toEqual({ place: '4', messages: [], waits: false })
    answers.set('GetNewMessages', { Messages: [] })
    await expect(emr.newMessages('1', { waitSeconds: 30 })).rejects.toThrow(InvalidEmrResponse)
    await expect(emr.newMessages('1')).rejects.toThrow(InvalidEmrResponse)
    answers.set('GetMessageThread', { Total: 0, Items: [] })
    await expect(emr.messageThread(ref)).rejects.toThrow(InvalidEmrResponse)
  })
})
