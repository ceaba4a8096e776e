import { and, asc, desc, eq, gte, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { auditLog, outboxMessages } from '../db/schema.ts'
import type { Encryption } from '../encryption.ts'

export interface FailedTry {
  id: number
  at: Date
  event: string
  /** The code of what was wrong. */
  outcome: string
  address: string
}

interface Tried {
  licenseeId: string
  /** In lower case. */
  names: readonly string[]
  events: readonly string[]
  after: Date
  most: number
}

/** Returns what visitors tried under these names since then and was refused, latest first. */
export async function failedTries(db: Db, { licenseeId, names, events, after, most }: Tried): Promise<FailedTry[]> {
  if (names.length === 0) return []
  const { id, at, event, outcome, address } = auditLog
  const underName = and(eq(auditLog.licenseeId, licenseeId), inArray(sql`lower(${auditLog.actor})`, [...names]))
  // As the condition of the index of migration 37.
  const refused = and(eq(auditLog.actorKind, 'visitor'), ne(outcome, 'ok'), notInArray(outcome, ['repeated']))
  return db
    .select({ id, at, event, outcome, address })
    .from(auditLog)
    .where(and(underName, refused, inArray(event, [...events]), gte(at, after)))
    .orderBy(desc(at), desc(id))
    .limit(most)
}

export interface SentMessage {
  id: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  state: 'waiting' | 'sending' | 'sent' | 'given up'
  createdAt: Date
}

/** Returns the emails and text messages to whom these keys stand for, latest first. */
export async function messagesTo(
  { db, encryption }: Reading,
  { licenseeId, keys, most }: { licenseeId: string; keys: readonly string[]; most: number },
): Promise<SentMessage[]> {
  if (keys.length === 0) return []
  const { id, channel, recipient, recipientKey, subject, state, createdAt } = outboxMessages
  const rows = await db
    .select({ id, channel, recipient, subject, state, createdAt })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.licenseeId, licenseeId), inArray(recipientKey, [...keys])))
    .orderBy(desc(createdAt), desc(id))
    .limit(most)
  return rows.map((row) => withRecipient(encryption, row))
}

interface Reading {
  db: Db
  encryption: Encryption
}

/** A process of an earlier version stores recipients in clear. */
function withRecipient<R extends { id: string; recipient: string }>(encryption: Encryption, row: R): R {
  if (!encryption.isEncrypted(row.recipient)) return row
  return { ...row, recipient: encryption.decrypt(row.recipient, ['outbox.recipient', row.id]) }
}

/** Returns the messages that were given up since then, the oldest first. */
export async function undeliveredMessages(
  { db, encryption }: Reading,
  { licenseeId, after }: { licenseeId: string; after: Date },
): Promise<{ id: string; recipient: string; subject: string; changedAt: Date }[]> {
  const { id, recipient, subject, changedAt, state } = outboxMessages
  const rows = await db
    .select({ id, recipient, subject, changedAt })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.licenseeId, licenseeId), eq(state, 'given up'), gte(changedAt, after)))
    .orderBy(asc(changedAt), asc(id))
  return rows.map((row) => withRecipient(encryption, row))
}
