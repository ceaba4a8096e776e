import { and, asc, desc, eq, gte, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { auditLog, outboxMessages } from '../db/schema.ts'

interface Latest {
  licenseeId: string
  /** In lower case. */
  names: readonly string[]
  most: number
}

export interface FailedTry {
  id: number
  at: Date
  event: string
  /** The code of what was wrong. */
  outcome: string
  address: string
}

/** Returns what visitors tried under these names since then and was refused, latest first. */
export async function failedTries(
  db: Db,
  { licenseeId, names, events, after, most }: Latest & { events: readonly string[]; after: Date },
): Promise<FailedTry[]> {
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

/** Returns the emails and text messages to these addresses and phone numbers, latest first. */
export async function messagesTo(db: Db, { licenseeId, names, most }: Latest): Promise<SentMessage[]> {
  if (names.length === 0) return []
  const { id, channel, recipient, subject, state, createdAt } = outboxMessages
  return db
    .select({ id, channel, recipient, subject, state, createdAt })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.licenseeId, licenseeId), inArray(sql`lower(${recipient})`, [...names])))
    .orderBy(desc(createdAt), desc(id))
    .limit(most)
}

/** Returns the messages that were given up since then, the oldest first. */
export async function undeliveredMessages(
  db: Db,
  { licenseeId, after }: { licenseeId: string; after: Date },
): Promise<{ id: string; recipient: string; subject: string; changedAt: Date }[]> {
  const { id, recipient, subject, changedAt, state } = outboxMessages
  return db
    .select({ id, recipient, subject, changedAt })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.licenseeId, licenseeId), eq(state, 'given up'), gte(changedAt, after)))
    .orderBy(asc(changedAt), asc(id))
}
