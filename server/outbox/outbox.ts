import type { Db } from '../db/open.ts'

export type Channel = 'mail' | 'sms'

/** What is to go out. A text message has no subject. */
export interface Letter {
  licenseeId: string
  channel: Channel
  /** An e-mail address, or the digits of a US phone number. */
  to: string
  subject?: string
  /** Plain words. */
  text: string
  /** Not sent any more after this; default three days from now. */
  notAfter?: Date
}

/** What became of a letter. */
export type Fate = 'sent' | 'waiting' | 'refused'

/**
 * How mail and text messages leave the portal: each once, also when the server that takes them is down for a while.
 * What can never go out is given up with a line in the log. Nothing here throws because of a mail server or a carrier.
 */
export interface Outbox {
  /** Whether this portal can send that way at all. Letters of another channel wait in vain and are given up. */
  offers(channel: Channel): boolean
  /** Adds a letter in the caller's transaction; its job sends it when that is committed. */
  post(db: Db, letter: Letter): Promise<void>
  /**
   * Tries at once, for at most about six seconds; not inside a transaction. `waiting`: it could not go out yet and is
   * tried again by itself. `refused`: nobody will ever take it for this recipient.
   */
  send(letter: Letter): Promise<Fate>
  /**
   * Tries at once, likewise, and withdraws the letter when that fails: for codes, which are asked for again. True when
   * sent. After false it may have arrived all the same, when only the answer was lost.
   */
  sendAtOnce(letter: Letter): Promise<boolean>
}
