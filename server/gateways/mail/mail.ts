export interface MailMessage {
  /** Unique and stable: its Message-ID is made of it, so that a mail server recognises what it has already taken. */
  id: string
  /** The address that it comes from, and the name beside it. */
  from: string
  fromName: string
  /** One address. */
  to: string
  subject: string
  /** Plain words. */
  text: string
}

/** How mail leaves the portal. */
export interface Mail {
  /** Resolves when a mail server has taken the message. Throws a DeliveryError. */
  send(message: MailMessage): Promise<void>
}
