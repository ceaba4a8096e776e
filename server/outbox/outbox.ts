import type { Db } from '../db/open.ts'
import type { DeliveryError } from '../gateways/delivery-error.ts'
import type { MailMessage } from '../gateways/mail/mail.ts'

export type Channel = 'mail' | 'sms'

/**
 * The words of an e-mail. `composeMail` makes its plain text and its HTML of them and adds name, mark and phone number of
 * the practice. They name no amount, no provider and nothing medical, because other people may read an e-mail.
 */
export interface MailContent {
  subject: string
  /** What happened, in one sentence. */
  sentence: string
  /** A verification code, shown large on a line of its own below the sentence. */
  code?: string
  /** Short values, each on a line of its own. */
  list?: { label: string; values: readonly string[] }
  /** What a person typed, in several lines. */
  quote?: { label: string; text: string }
  /** The only link besides `stop`, `http:` or `https:`; its address is shown in words too. */
  button?: MailButton
  /** Further sentences, one paragraph each. */
  details?: readonly string[]
  /** Why the recipient gets this e-mail. */
  why: string
  /** The last line, small: where e-mails of this kind are turned off. */
  stop?: MailButton
}

export interface MailButton {
  label: string
  href: string
}

interface Addressed {
  licenseeId: string
  /** An e-mail address, or the digits of a US phone number. */
  to: string
  /** Not sent after this time; default three days from now. */
  notAfter?: Date
}

export interface Email extends Addressed {
  channel: 'mail'
  content: MailContent
}

interface TextMessage extends Addressed {
  channel: 'sms'
  text: string
}

/** A message to send. */
export type OutboxMessage = Email | TextMessage

/** A mail that a person writes to somebody outside of the practice: it goes out as it was written. */
export interface WrittenMail extends Pick<
  MailMessage,
  'to' | 'fromName' | 'replyTo' | 'subject' | 'text' | 'html' | 'attachments'
> {
  licenseeId: string
}

/** What one attempt to send comes to; `no gateway` without a transport. */
export type AttemptOutcome = 'sent' | DeliveryError['outcome'] | 'no gateway'

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
  /**
   * Tries once to send a mail that the caller keeps and repeats, always under this id, by which mail servers recognize
   * it. `withinMs`: how long the attempt may take.
   */
  tryMail(mail: WrittenMail | Email, attempt: { id: string; withinMs: number }): Promise<AttemptOutcome>
}
