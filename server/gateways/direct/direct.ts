import type { Mdn } from './mdn.ts'

/** A message of a person. */
export interface DirectMessage {
  /** The portal's own id. Repeated sends use the same, so that servers recognize the message. */
  id: string
  /** The display name of the sender. */
  fromName: string
  /** One Direct address. */
  to: string
  subject: string
  text: string
  html: string
  attachments: readonly { name: string; type: string; content: Buffer }[]
}

/** What the recipient's side reports, signed by a certificate of the address that it comes from. */
export interface Notification extends Mdn {
  from: string
}

/** Sends Direct messages by a server of a health information service provider (HISP). */
export interface Direct {
  /** The address that messages come from, and to which notifications go. */
  address: string
  /**
   * Signs and encrypts a message and hands it to the server. Throws a DirectError if there is no certificate to encrypt
   * to, and a DeliveryError. `withinMs`: the limit for looking certificates up, and again for the server.
   */
  send(message: DirectMessage, limit: { withinMs: number }): Promise<void>
}
