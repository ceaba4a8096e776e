export interface TextMessage {
  /** Digits of a US phone number, with or without the leading 1. */
  to: string
  text: string
}

/** How text messages leave the portal. */
export interface Sms {
  /** Resolves when the carrier has taken the message. Throws a DeliveryError. */
  send(message: TextMessage): Promise<void>
}
