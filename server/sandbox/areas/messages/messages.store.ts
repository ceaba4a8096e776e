import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { firstRow, intArray, millis, rowsOf, timestamp } from '../../../db/rows.ts'
import { wakeWaitingCalls } from '../../waiting-calls.ts'

interface Of {
  practice: string
  patientN: number
}

/** A physician by employee number, or a group of the office. */
export interface Recipient {
  id: number
  name: string
  isGroup: boolean
}

/** What a message is about, such as a bill. */
interface Reference {
  kind: string
  id: string
  label: string
}

/** Who wrote a message at a portal. */
interface Author {
  /** The portal's own. */
  id: string
  name: string
  isGuardian: boolean
}

/** `IN`: to the patient. `OUT`: from the patient. */
type Direction = 'IN' | 'OUT'

export interface MessageRow {
  messageId: number
  threadId: number
  patientN: number
  direction: Direction
  /** Who wrote to the patient, 0 for somebody outside the practice; or the first recipient of what the patient wrote. */
  physicianId: number
  isGroup: boolean
  senderName: string
  /** Empty for a message to the patient. */
  recipients: Recipient[]
  isRead: boolean
  author: Author | null
  /** Milliseconds since 1970; null if nobody opened it. */
  readAt: number | null
  createdAt: number
  sentAt: number
  subject: string
  /** 0 normal, 1 high. */
  priority: 0 | 1
  reference: Reference | null
  hasAttachments: boolean
}

export interface FullMessage extends MessageRow {
  /** HTML; null if it does not fit in an answer with the others of its thread. */
  body: string | null
  attachments: { id: number; fileName: string; fileType: string; size: number }[]
}

const columns = sql`m.message_id as "messageId", m.thread_id as "threadId", m.patient_n as "patientN", m.direction,
  m.physician_id as "physicianId", m.is_group as "isGroup", m.sender_name as "senderName", m.recipients,
  m.is_read as "isRead", m.author, ${millis('m.read_at')} as "readAt", ${millis('m.created_at')} as "createdAt", ${millis('m.sent_at')} as "sentAt", m.subject,
  m.priority, m.reference, exists (select 1 from message_attachments a
    where a.practice = m.practice and a.message_id = m.message_id) as "hasAttachments"`

const attachments = sql`coalesce((select json_agg(json_build_object('id', a.attachment_id, 'fileName', a.file_name,
    'fileType', a.file_type, 'size', octet_length(a.content)) order by a.attachment_id)
  from message_attachments a where a.practice = m.practice and a.message_id = m.message_id), '[]') as attachments`

interface Box extends Of {
  direction: Direction
  search: string
  /** The first page is 1. */
  page: number
  size: number
}

/** One page, the latest message first, and the number of all that the search matches. */
export async function messagesIn(db: Db, box: Box): Promise<{ total: number; rows: MessageRow[] }> {
  const { practice, patientN, direction, search, page, size } = box
  const matches = sql`m.practice = ${practice} and m.patient_n = ${patientN} and m.direction = ${direction}
    ${searched(search)}`
  const [counted, rows] = await Promise.all([
    firstRow<{ total: number }>(db, sql`select count(*)::int as total from messages m where ${matches}`),
    rowsOf<MessageRow>(
      db,
      sql`select ${columns} from messages m where ${matches}
        order by m.sent_at desc, m.message_id desc limit ${size} offset ${(page - 1) * size}`,
    ),
  ])
  return { total: counted?.total ?? 0, rows }
}

function searched(search: string): SQL {
  if (search.trim() === '') return sql``
  const part = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`and (m.subject ilike ${part} or m.sender_name ilike ${part} or m.body_text ilike ${part}
    or exists (select 1 from jsonb_array_elements(m.recipients) r where r ->> 'name' ilike ${part}))`
}

export async function unreadCount(db: Db, { practice, patientN }: Of): Promise<number> {
  const row = await firstRow<{ unread: number }>(
    db,
    sql`select count(*)::int as unread from messages
      where practice = ${practice} and patient_n = ${patientN} and direction = 'IN' and not is_read`,
  )
  return row?.unread ?? 0
}

interface One extends Of {
  messageId: number
}

export const findMessage = (db: Db, { practice, patientN, messageId }: One): Promise<FullMessage | undefined> =>
  firstRow(
    db,
    sql`select ${columns}, m.body, ${attachments} from messages m
      where m.practice = ${practice} and m.patient_n = ${patientN} and m.message_id = ${messageId}`,
  )

const mostOfThread = 50
const mostBodyBytes = 8 * 1024 * 1024

/**
 * The thread of a message, oldest first: its latest 50 messages and the message itself. Older bodies are left out when
 * they would make the answer too long; that of the message never is. Undefined if it is not the patient's.
 */
export async function threadOf(
  db: Db,
  { practice, patientN, messageId }: One,
): Promise<{ total: number; rows: FullMessage[] } | undefined> {
  const rows = await rowsOf<FullMessage & { total: number }>(
    db,
    sql`with thread as (
        select message_id, count(*) over ()::int as total,
          row_number() over (order by sent_at desc, message_id desc) as place,
          sum(octet_length(body)) over (order by sent_at desc, message_id desc) as bytes
        from messages where practice = ${practice} and patient_n = ${patientN} and thread_id = (select thread_id
          from messages where practice = ${practice} and patient_n = ${patientN} and message_id = ${messageId})
      )
      select ${columns}, t.total, ${attachments},
        case when t.bytes <= ${mostBodyBytes} or m.message_id = ${messageId} then m.body end as body
      from thread t join messages m on m.practice = ${practice} and m.message_id = t.message_id
      where t.place <= ${mostOfThread} or m.message_id = ${messageId} order by m.sent_at, m.message_id`,
  )
  return rows[0] && { total: rows[0].total, rows }
}

/** Returns false, and changes nothing, if one of them is not a message to this patient. */
export function markRead(
  db: Db,
  { practice, patientN, ids, at }: Of & { ids: number[]; at: number },
): Promise<boolean> {
  const numbers = new Set(ids)
  return db.transaction(async (tx) => {
    const own = await rowsOf(
      tx,
      sql`select message_id from messages where practice = ${practice} and patient_n = ${patientN}
        and direction = 'IN' and message_id = any(${intArray(numbers)})`,
    )
    if (own.length < numbers.size) return false
    await tx.execute(
      sql`update messages set is_read = true, read_at = ${timestamp(at)} where practice = ${practice} and patient_n = ${patientN}
        and message_id = any(${intArray(numbers)}) and not is_read`,
    )
    return true
  })
}

export const physiciansOf = (db: Db, practice: string): Promise<Recipient[]> =>
  rowsOf(
    db,
    sql`select employee_n as id, first_name || ' ' || last_name as name, false as "isGroup" from providers
      where practice = ${practice} order by last_name, first_name, employee_n`,
  )

export const groupsOf = (db: Db, practice: string): Promise<Recipient[]> =>
  rowsOf(
    db,
    sql`select group_n as id, name, true as "isGroup" from employee_groups
      where practice = ${practice} order by name, group_n`,
  )

/** In their order; undefined if one of them does not exist. */
export async function recipientsOf(
  db: Db,
  practice: string,
  ids: readonly Pick<Recipient, 'id' | 'isGroup'>[],
): Promise<Recipient[] | undefined> {
  const all = [...(await physiciansOf(db, practice)), ...(await groupsOf(db, practice))]
  const known = ids.flatMap(({ id, isGroup }) => all.find((each) => each.id === id && each.isGroup === isGroup) ?? [])
  return known.length === ids.length ? known : undefined
}

export async function patientName(db: Db, { practice, patientN }: Of): Promise<string | undefined> {
  const row = await firstRow<{ name: string }>(
    db,
    sql`select first_name || ' ' || last_name as name from patients
      where practice = ${practice} and patient_n = ${patientN}`,
  )
  return row?.name
}

export interface NewMessage extends Of {
  direction: Direction
  /** The message begins a thread if undefined. */
  threadId?: number
  physician: Pick<Recipient, 'id' | 'isGroup'>
  senderName: string
  author?: Author
  recipients?: readonly Recipient[]
  isRead: boolean
  sentAt: number
  subject: string
  body: string
  priority?: 0 | 1
  reference?: Reference
  key?: string
  attachments?: readonly { fileName: string; fileType: string; content: Buffer }[]
}

interface Kept {
  messageId: number
  threadId: number
}

/** Keeps a message once for each key. Returns undefined, and keeps nothing, if the thread is not the patient's. */
export async function keepMessage(db: Db, message: NewMessage): Promise<Kept | undefined> {
  const kept = await db.transaction((tx) => keepOnce(tx, message))
  if (kept && message.direction === 'IN') wakeWaitingCalls(db, { practice: message.practice, what: 'messages' })
  return kept
}

async function keepOnce(tx: Db, message: NewMessage): Promise<Kept | undefined> {
  const { practice, patientN, threadId, key = null } = message
  if (threadId !== undefined && !(await isThread(tx, { practice, patientN, threadId }))) return undefined
  const kept = await insertMessage(tx, message)
  if (!kept)
    return firstRow<Kept>(
      tx,
      sql`select message_id as "messageId", thread_id as "threadId" from messages
        where practice = ${practice} and patient_n = ${patientN} and message_key = ${key}`,
    )
  for (const { fileName, fileType, content } of message.attachments ?? [])
    await tx.execute(
      sql`insert into message_attachments (practice, message_id, file_name, file_type, content)
        values (${practice}, ${kept.messageId}, ${fileName}, ${fileType}, decode(${content.toString('base64')}, 'base64'))`,
    )
  return kept
}

/** Returns undefined for a key that was used. */
function insertMessage(db: Db, message: NewMessage): Promise<Kept | undefined> {
  const { practice, patientN, direction, threadId = null, physician, recipients = [], reference } = message
  return firstRow(
    db,
    sql`insert into messages (practice, message_id, thread_id, patient_n, direction, physician_id, is_group, sender_name,
        author, recipients, is_read, created_at, sent_at, subject, body, priority, reference, message_key)
      select ${practice}, id, coalesce(${threadId}::int, id), ${patientN}, ${direction}, ${physician.id}::int,
        ${physician.isGroup}::boolean, ${message.senderName}, ${message.author ? JSON.stringify(message.author) : null}::jsonb,
        ${JSON.stringify(recipients)}::jsonb,
        ${message.isRead}::boolean, ${timestamp(message.sentAt)}, ${timestamp(message.sentAt)}, ${message.subject},
        ${message.body}, ${message.priority ?? 0}::int, ${reference ? JSON.stringify(reference) : null}::jsonb,
        ${message.key ?? null}
      from (select nextval('message_numbers')::int as id) n
      on conflict (practice, patient_n, message_key) do nothing
      returning message_id as "messageId", thread_id as "threadId"`,
  )
}

async function isThread(db: Db, { practice, patientN, threadId }: Of & { threadId: number }): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from messages where practice = ${practice} and patient_n = ${patientN} and thread_id = ${threadId} limit 1`,
  )
  return rows.length > 0
}

export interface StoredAttachment {
  fileName: string
  fileType: string
  /** Base64. */
  content: string
}

export const findAttachment = (
  db: Db,
  { practice, patientN, messageId, attachmentId }: One & { attachmentId: number },
): Promise<StoredAttachment | undefined> =>
  firstRow(
    db,
    sql`select a.file_name as "fileName", a.file_type as "fileType", encode(a.content, 'base64') as content
      from message_attachments a join messages m on m.practice = a.practice and m.message_id = a.message_id
      where m.practice = ${practice} and m.patient_n = ${patientN} and m.message_id = ${messageId}
        and a.attachment_id = ${attachmentId}`,
  )

const mostNew = 500

/**
 * The unread messages to patients after a change, oldest first, and the change to go on after. Without a change there
 * are none.
 */
export async function newMessages(
  db: Db,
  { practice, after }: { practice: string; after?: number },
): Promise<{ last: number; messages: { messageId: number; patientN: number }[] }> {
  const rows = await rowsOf<{ last: number; messageId: number | null; patientN: number; change: number }>(
    db,
    sql`select c.last, m.message_id as "messageId", m.patient_n as "patientN", m.change
      from (select coalesce((select last from office_message_changes where practice = ${practice}), 0) as last) c
      left join lateral (
        select message_id, patient_n, change from messages
        where practice = ${practice} and change > ${after ?? 0} and change <= c.last and not is_read
        order by change limit ${after === undefined ? 0 : mostNew}
      ) m on true
      order by m.change`,
  )
  const messages = rows.flatMap(({ messageId, patientN }) => (messageId === null ? [] : [{ messageId, patientN }]))
  const newest = messages.length < mostNew ? rows[0]?.last : rows.at(-1)?.change
  return { last: newest ?? 0, messages }
}

export interface OfficeSender extends Recipient {
  practice: string
}

/** Who at the practices can write to patients; of each practice the groups first. */
export const officeSenders = (db: Db): Promise<OfficeSender[]> =>
  rowsOf(
    db,
    sql`select practice, group_n as id, name, true as "isGroup" from employee_groups
      union all select practice, employee_n, first_name || ' ' || last_name, false from providers
      order by practice, "isGroup" desc, name, id`,
  )

/** A message, for the staff page. */
export interface ListedMessage {
  practice: string
  messageId: number
  patient: string
  direction: Direction
  senderName: string
  recipients: Recipient[]
  sentAt: number
  /** The IANA zone of the practice. */
  zone: string
  subject: string
  /** The beginning of the body, without tags. */
  text: string
  isRead: boolean
}

/** The latest messages of every practice, the latest first. */
export const lastMessages = (db: Db): Promise<ListedMessage[]> =>
  rowsOf(
    db,
    sql`select m.practice, m.message_id as "messageId", p.first_name || ' ' || p.last_name as patient, m.direction,
        m.sender_name as "senderName", m.recipients, ${millis('m.sent_at')} as "sentAt", r.time_zone as zone, m.subject,
        left(m.body_text, 200) as text, m.is_read as "isRead"
      from messages m
      join practices r on r.practice = m.practice
      join patients p on p.practice = m.practice and p.patient_n = m.patient_n
      order by m.sent_at desc, m.message_id desc limit 20`,
  )

/** A message, for who answers it. */
export const messageAtOffice = (
  db: Db,
  practice: string,
  messageId: number,
): Promise<Pick<MessageRow, 'patientN' | 'threadId' | 'subject' | 'recipients'> | undefined> =>
  firstRow(
    db,
    sql`select patient_n as "patientN", thread_id as "threadId", subject, recipients from messages
      where practice = ${practice} and message_id = ${messageId} and direction = 'OUT'`,
  )
