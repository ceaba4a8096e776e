import type { Db } from '../db/open.ts'

export type Channel = 'mail' | 'sms'

/** A message to send. A text message has no subject. */
export interface OutboxMessage {
  licenseeId: string
  channel: Channel
  /** An e-mail address, or the digits of a US phone number. */
  to: string
  subject?: string
  /** Plain text. */
  text: string
  /** Not sent after this time; default three days from now. */
  notAfter?: Date
}

/** The result of sending. */
export type Fate = 'sent' | 'waiting' | 'refused'

/**
 * Sends e-mails and text messages, each once, also if the mail server or carrier is down for a while. A message that
 * can never be sent is given up and logged. Nothing here throws because of a mail server or carrier.
 */
export interface Outbox {
  /** Whether this portal has a transport for the channel. Messages of another channel wait and are finally given up. */
  offers(channel: Channel): boolean
  /** Adds a message in the caller's transaction; its job sends it after the commit. */
  enqueue(db: Db, message: OutboxMessage): Promise<void>
  /**
   * Tries to send at once, for at most about six seconds; not inside a transaction. `waiting`: not sent yet, will be
   * retried. `refused`: can never be sent to this recipient.
   */
  send(message: OutboxMessage): Promise<Fate>
  /**
   * Tries to send at once and withdraws the message if that fails: for codes, which people request again. True if sent.
   * After false it may have arrived all the same, if only the response was lost.
   */
  sendAtOnce(message: OutboxMessage): Promise<boolean>
}
