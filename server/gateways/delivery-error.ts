const sentences = {
  /** No server accepted the message: sending can be retried. */
  unavailable: 'no server took the message',
  /** The recipient or the message itself is refused permanently. */
  refused: 'the message was refused',
  /** No response, or the connection broke during transfer: the message may have been accepted. */
  uncertain: 'whether the message was taken is not known',
}

/**
 * An e-mail or text message that was not confirmed as accepted. Neither message nor cause contains an address or
 * number, because server responses often do.
 */
export class DeliveryError extends Error {
  readonly outcome: keyof typeof sentences
  /** Error codes only, such as `EENVELOPE 550` or `400 21211`. */
  readonly code: string

  constructor(outcome: keyof typeof sentences, code: string) {
    super(`${sentences[outcome]} (${code})`)
    this.name = new.target.name
    this.outcome = outcome
    this.code = code
  }
}
