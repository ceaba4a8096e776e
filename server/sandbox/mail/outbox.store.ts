import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { millis, rowsOf, timestamp } from '../../db/rows.ts'

export interface ReceivedMessage {
  channel: 'mail' | 'sms'
  from: string
  to: string
  subject: string
  text: string
  /** Of a mail. */
  html?: string
  /** Of a mail: the address of its Reply-To; empty without one. */
  replyTo?: string
  /** A mail as it was received. */
  source?: Buffer
  /** Milliseconds since 1970. */
  receivedAt: number
  messageId: string
}

export interface KeptMessage extends Omit<ReceivedMessage, 'source'> {
  id: number
  /** Empty without one. */
  html: string
  replyTo: string
}

/** Stores a message; a known Message-ID is a repetition. */
export async function keepMessage(db: Db, message: ReceivedMessage): Promise<void> {
  const { channel, from, to, subject, text, html = '', replyTo = '', source, receivedAt, messageId } = message
  await db.execute(
    sql`insert into outbox_messages (channel, sender, recipient, subject, body, html, reply_to, source, received_at,
        message_id)
      values (${channel}, ${from}, ${to}, ${subject}, ${text}, ${html}, ${replyTo}, ${source ?? null},
        ${timestamp(receivedAt)}, ${messageId})
      on conflict do nothing`,
  )
}

/** Sorted newest first. `to` is an address in any case, or a phone number in any format. */
export function listMessages(db: Db, { to, limit }: { to?: string; limit: number }): Promise<KeptMessage[]> {
  const digits = (to ?? '').replace(/\D/g, '').slice(-10)
  const isMeant =
    to === undefined
      ? sql`true`
      : sql`(channel = 'mail' and lower(recipient) = lower(${to}))
          or (channel = 'sms' and length(${digits}) = 10 and right(recipient, 10) = ${digits})`
  return rowsOf(
    db,
    sql`select id, channel, sender as "from", recipient as "to", subject, body as text, html,
        reply_to as "replyTo", message_id as "messageId", ${millis('received_at')} as "receivedAt"
      from outbox_messages where ${isMeant} order by id desc limit ${limit}`,
  )
}

/** The HTML of one mail; undefined without one. */
export async function htmlOf(db: Db, id: number): Promise<string | undefined> {
  const rows = await rowsOf<{ html: string }>(db, sql`select html from outbox_messages where id = ${id}`)
  return rows[0]?.html || undefined
}

/** One mail as it was received; undefined without one. */
export async function sourceOf(db: Db, id: number): Promise<Buffer | undefined> {
  const rows = await rowsOf<{ source: Uint8Array | null }>(db, sql`select source from outbox_messages where id = ${id}`)
  const source = rows[0]?.source
  return source ? Buffer.from(source) : undefined
}
