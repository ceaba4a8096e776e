export interface MailMessage {
  /** Unique and stable: the Message-ID is made of it, so that a mail server recognizes a repeated message. */
  id: string
  /** The sender's address and display name. */
  from: string
  fromName: string
  /** One address. */
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/** Sends mail. */
export interface Mail {
  /** Resolves when a mail server accepted the message. Throws a DeliveryError. */
  send(message: MailMessage): Promise<void>
}
