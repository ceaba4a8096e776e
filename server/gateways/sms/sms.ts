export interface TextMessage {
  /** Digits of a US phone number, with or without the leading 1. */
  to: string
  text: string
}

/** Sends text messages. */
export interface Sms {
  /** Resolves when the carrier accepted the message. Throws a DeliveryError. */
  send(message: TextMessage): Promise<void>
}
