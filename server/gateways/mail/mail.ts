export interface MailMessage {
  /** Unique and stable: the Message-ID is made of it, so that a mail server recognizes a repeated message. */
  id: string
  /** The sender's address and display name. */
  from: string
  fromName: string
  /** One address. */
  to: string
  subject: string
  text: string
  /** The same words; null for a mail without HTML. */
  html: string | null
  /** A PNG that travels with the mail; the HTML shows it as `cid:` and its name. */
  picture?: { cid: string; content: Buffer }
  /** A person wrote it: absence notes may answer it. Default: the portal did. */
  isWritten?: boolean
  /** One address; default: the sender's. */
  replyTo?: string
  attachments?: readonly MailAttachment[]
}

interface MailAttachment {
  name: string
  /** The media type. */
  type: string
  content: Buffer
}

/** Sends what is written already: a message with its headers. */
export interface SourceMail {
  /** As `Mail.send`. `id`: as in the Message-ID of the source; `from` and `to` are one address each. */
  sendSource(
    source: Buffer,
    envelope: { id: string; from: string; to: string },
    limit?: { withinMs?: number },
  ): Promise<void>
}

/** Sends mail. */
export interface Mail {
  /**
   * Resolves when a mail server accepted the message. Throws a DeliveryError. `withinMs`: the limit for the message as a
   * whole; default that of the gateway.
   */
  send(message: MailMessage, limit?: { withinMs?: number }): Promise<void>
}
